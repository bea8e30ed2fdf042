"""WebGPU libraries for WebLLM: own kernels, TVM's code generator and virtual machine, one wasm file a variant."""

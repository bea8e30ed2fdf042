// Where a browser finds ONNX Runtime's own files: on this origin, like everything else.
import mjsUrl from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';

const absolute = (url: string): string => new URL(url, import.meta.url).href;

/** Both, or the threads look for their script on a foreign host. */
export const onnxRuntimeFiles = { mjs: absolute(mjsUrl), wasm: absolute(wasmUrl) };

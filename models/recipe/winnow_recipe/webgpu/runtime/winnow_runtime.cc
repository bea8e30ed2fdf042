// The part of TVM's runtime that WebLLM calls, as one translation unit for wasm. Left out: remote calls,
// sorting, the paged and recurrent caches, threads, file access. Sources come from the installed packages.
#define TVM_LOG_DEBUG 0
#define TVM_LOG_CUSTOMIZE 1
#define TVM_FFI_USE_LIBBACKTRACE 0
#define TVM_FFI_ALWAYS_LOG_BEFORE_THROW 1

#include <tvm/ffi/any.h>
#include <tvm/ffi/reflection/registry.h>
#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/logging.h>

#include <cstdio>
#include <cstdlib>
#include <string>

// Function and object registry, modules found by name inside this wasm.
#include "3rdparty/tvm-ffi/src/ffi/backtrace.cc"
#include "3rdparty/tvm-ffi/src/ffi/container.cc"
#include "3rdparty/tvm-ffi/src/ffi/custom_allocator.cc"
#include "3rdparty/tvm-ffi/src/ffi/dtype.cc"
#include "3rdparty/tvm-ffi/src/ffi/error.cc"
#include "3rdparty/tvm-ffi/src/ffi/extra/env_c_api.cc"
#include "3rdparty/tvm-ffi/src/ffi/extra/env_context.cc"
#include "3rdparty/tvm-ffi/src/ffi/extra/json_parser.cc"
#include "3rdparty/tvm-ffi/src/ffi/extra/json_writer.cc"
#include "3rdparty/tvm-ffi/src/ffi/extra/library_module.cc"
#include "3rdparty/tvm-ffi/src/ffi/extra/library_module_system_lib.cc"
#include "3rdparty/tvm-ffi/src/ffi/extra/module.cc"
#include "3rdparty/tvm-ffi/src/ffi/function.cc"
#include "3rdparty/tvm-ffi/src/ffi/init_once.cc"
#include "3rdparty/tvm-ffi/src/ffi/object.cc"
#include "3rdparty/tvm-ffi/src/ffi/tensor.cc"

// Devices, tensors, the virtual machine.
#include "src/runtime/cpu_device_api.cc"
#include "src/runtime/device_api.cc"
#include "src/runtime/memory/memory_manager.cc"
#include "src/runtime/tensor.cc"
#include "src/runtime/vm/builtin.cc"
#include "src/runtime/vm/bytecode.cc"
#include "src/runtime/vm/executable.cc"
#include "src/runtime/vm/kv_state.cc"
#include "src/runtime/vm/lm_support.cc"
#include "src/runtime/vm/tensor_cache_support.cc"
#include "src/runtime/vm/vm.cc"
#include "src/runtime/workspace_pool.cc"
#include "web/emcc/webgpu_runtime.cc"

#include "contiguous_kv_state.h"
#include "javascript_bridge.h"

namespace tvm {
namespace runtime {

// There are no files in a browser; the two callers are functions that nothing here reaches.
void LoadBinaryFromFile(const std::string& file_name, std::string*) {
  TVM_FFI_THROW(RuntimeError) << "This runtime reads no files: " << file_name;
}
void SaveBinaryToFile(const std::string& file_name, const std::string&) {
  TVM_FFI_THROW(RuntimeError) << "This runtime writes no files: " << file_name;
}

namespace detail {

[[noreturn]] void LogFatalImpl(const std::string& file, int line, const std::string& message) {
  std::fprintf(stderr, "%s:%d: %s\n", file.c_str(), line, message.c_str());
  std::abort();
}

void LogMessageImpl(const std::string& file, int line, int level, const std::string& message) {
  std::fprintf(level >= 2 ? stderr : stdout, "%s:%d: %s\n", file.c_str(), line, message.c_str());
}

}  // namespace detail
}  // namespace runtime
}  // namespace tvm

// One thread runs everything.
int TVMBackendParallelLaunch(FTVMParallelLambda task, void* data, int) {
  TVMParallelGroupEnv group;
  group.num_task = 1;
  return task(0, &group, data);
}

int TVMBackendParallelBarrier(int, TVMParallelGroupEnv*) { return 0; }

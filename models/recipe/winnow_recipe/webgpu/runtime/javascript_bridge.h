// What WebLLM's JavaScript calls by name: memory for its call frames, JavaScript functions as runtime
// functions, and copies between tensors and bytes.
#ifndef WINNOW_JAVASCRIPT_BRIDGE_H_
#define WINNOW_JAVASCRIPT_BRIDGE_H_

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/reflection/registry.h>
#include <tvm/runtime/tensor.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

extern "C" {

// Provided by the page.
extern int TVMFFIWasmSafeCall(void* self, const TVMFFIAny* args, int32_t arg_count, TVMFFIAny* result);
extern void TVMFFIWasmFunctionDeleter(void* self);

#define WINNOW_EXPORT __attribute__((used, visibility("default")))

// Aligned to 8 bytes, contents undefined.
WINNOW_EXPORT void* TVMWasmAllocSpace(int bytes) { return new int64_t[(bytes + 7) / 8]; }

WINNOW_EXPORT void TVMWasmFreeSpace(void* space) { delete[] static_cast<int64_t*>(space); }

WINNOW_EXPORT int TVMFFIWasmFunctionCreate(void* self, TVMFFIObjectHandle* out) {
  return TVMFFIFunctionCreate(self, TVMFFIWasmSafeCall, TVMFFIWasmFunctionDeleter, out);
}

// The text stays valid until the next call.
WINNOW_EXPORT const char* TVMFFIWasmGetLastError() {
  static std::string text;
  text = tvm::ffi::details::MoveFromSafeCallRaised().what();
  return text.c_str();
}

}  // extern "C"

namespace winnow {

// Parameters are stored as they are computed with; no other storage format is known here.
inline void DecodeStorage(tvm::runtime::Tensor tensor, TVMFFIByteArray* bytes, tvm::ffi::String format,
                          tvm::ffi::String) {
  TVM_FFI_CHECK(format == "raw", ValueError) << "Unknown storage format " << format << "; expected raw";
  tensor.CopyFromBytes(bytes->data, bytes->size);
}

inline tvm::runtime::Tensor ConcatRows(const std::vector<tvm::runtime::Tensor>& parts) {
  int64_t rows = 0;
  for (const auto& part : parts) rows += part->shape[0];
  int64_t columns = parts[0]->shape[1];
  auto whole = tvm::runtime::Tensor::Empty({rows, columns}, parts[0]->dtype, parts[0]->device);
  uint64_t offset = 0;
  for (const auto& part : parts) {
    auto target = whole.CreateView({part->shape[0], columns}, part->dtype, offset);
    target.CopyFrom(part);
    offset += tvm::ffi::GetDataSize(*part.operator->());
  }
  return whole;
}

TVM_FFI_STATIC_INIT_BLOCK() {
  namespace refl = tvm::ffi::reflection;
  using tvm::ffi::Any;
  using tvm::ffi::PackedArgs;
  using tvm::runtime::Tensor;
  refl::GlobalDef()
      .def("tvmjs.array.decode_storage", DecodeStorage)
      .def("tvmjs.runtime.TensorCopyFromBytes",
           [](Tensor tensor, TVMFFIByteArray* bytes) { tensor.CopyFromBytes(bytes->data, bytes->size); })
      .def("tvmjs.runtime.TensorCopyToBytes",
           [](Tensor tensor) {
             std::string bytes(tvm::ffi::GetDataSize(*tensor.operator->()), '\0');
             tensor.CopyToBytes(bytes.data(), bytes.size());
             return tvm::ffi::Bytes(std::move(bytes));
           })
      .def_packed("tvmjs.runtime.ArrayConcat",
                  [](PackedArgs args, Any* result) {
                    tvm::ffi::Array<Any> whole;
                    for (int i = 0; i < args.size(); ++i) {
                      for (const Any& item : args[i].cast<tvm::ffi::Array<Any>>()) whole.push_back(item);
                    }
                    *result = whole;
                  })
      .def_packed("tvmjs.runtime.ConcatEmbeddings", [](PackedArgs args, Any* result) {
        std::vector<Tensor> parts;
        for (int i = 0; i < args.size(); ++i) parts.push_back(args[i].cast<Tensor>());
        *result = ConcatRows(parts);
      });
}

}  // namespace winnow

#endif  // WINNOW_JAVASCRIPT_BRIDGE_H_

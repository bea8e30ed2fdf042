// Tensors as base64 text inside JSON. No model library holds one, so both directions end with an error
// instead of carrying a codec along.
#ifndef TVM_SUPPORT_BASE64_H_
#define TVM_SUPPORT_BASE64_H_

#include <tvm/ffi/error.h>
#include <tvm/support/io.h>

namespace tvm {
namespace support {

class Base64OutStream : public Stream {
 public:
  explicit Base64OutStream(Stream*) {}

  using Stream::Read;
  using Stream::Write;

  size_t Read(void*, size_t) final { return 0; }
  size_t Write(const void*, size_t) final {
    TVM_FFI_THROW(RuntimeError) << "This runtime does not write tensors as JSON";
  }
  void Finish() {}
};

class Base64InStream : public Stream {
 public:
  explicit Base64InStream(Stream*) {}

  using Stream::Read;
  using Stream::Write;

  size_t Read(void*, size_t) final {
    TVM_FFI_THROW(RuntimeError) << "This runtime does not read tensors from JSON";
  }
  size_t Write(const void*, size_t) final { return 0; }
  void InitPosition() {}
};

}  // namespace support
}  // namespace tvm

#endif  // TVM_SUPPORT_BASE64_H_

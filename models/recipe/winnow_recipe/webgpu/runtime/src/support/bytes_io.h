// Streams over bytes held in memory.
#ifndef TVM_SUPPORT_BYTES_IO_H_
#define TVM_SUPPORT_BYTES_IO_H_

#include <tvm/ffi/string.h>
#include <tvm/support/io.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace tvm {
namespace support {

class BytesInStream : public Stream {
 public:
  // The bytes must outlive the stream.
  explicit BytesInStream(const ffi::Bytes& bytes) : data_(bytes.data()), size_(bytes.size()) {}
  explicit BytesInStream(const std::string& bytes) : data_(bytes.data()), size_(bytes.size()) {}

  using Stream::Read;
  using Stream::Write;

  size_t Read(void* data, size_t size) final {
    size_t taken = std::min(size, size_ - position_);
    if (taken != 0) std::memcpy(data, data_ + position_, taken);
    position_ += taken;
    return taken;
  }
  size_t Write(const void*, size_t) final { return 0; }

 private:
  const char* data_;
  size_t size_;
  size_t position_ = 0;
};

class BytesOutStream : public Stream {
 public:
  explicit BytesOutStream(std::string* bytes) : bytes_(bytes) {}

  using Stream::Read;
  using Stream::Write;

  size_t Read(void*, size_t) final { return 0; }
  size_t Write(const void* data, size_t size) final {
    bytes_->append(static_cast<const char*>(data), size);
    return size;
  }

 private:
  std::string* bytes_;
};

}  // namespace support
}  // namespace tvm

#endif  // TVM_SUPPORT_BYTES_IO_H_

// Abstract byte stream that TVM's runtime reads and writes its modules with.
// The installed package ships the callers but not this header; it is written from how they use it.
#ifndef TVM_SUPPORT_IO_H_
#define TVM_SUPPORT_IO_H_

#include <cstddef>
#include <cstdint>

namespace tvm {
namespace support {

template <typename T>
struct Serializer;

class Stream {
 public:
  virtual ~Stream() = default;

  // Both return the number of bytes moved, which is less than `size` only at the end of the data.
  virtual size_t Read(void* data, size_t size) = 0;
  virtual size_t Write(const void* data, size_t size) = 0;

  template <typename T>
  void Write(const T& value) {
    Serializer<T>::Write(this, value);
  }

  template <typename T>
  bool Read(T* value) {
    return Serializer<T>::Read(this, value);
  }

  template <typename T>
  void WriteArray(const T* values, size_t count) {
    for (size_t i = 0; i < count; ++i) Serializer<T>::Write(this, values[i]);
  }

  template <typename T>
  bool ReadArray(T* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      if (!Serializer<T>::Read(this, values + i)) return false;
    }
    return true;
  }
};

}  // namespace support
}  // namespace tvm

#include <tvm/support/serializer.h>

#endif  // TVM_SUPPORT_IO_H_

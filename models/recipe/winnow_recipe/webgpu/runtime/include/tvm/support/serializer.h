// Byte layout of the values inside a serialised module. Every container is a 64-bit count followed by
// its elements; numbers, enums and plain structs are their little-endian bytes (wasm and the compiling
// machine are both little-endian, so no byte is ever swapped).
#ifndef TVM_SUPPORT_SERIALIZER_H_
#define TVM_SUPPORT_SERIALIZER_H_

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/map.h>
#include <tvm/ffi/endian.h>
#include <tvm/ffi/string.h>
#include <tvm/support/io.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tvm {
namespace support {

template <typename T>
struct Serializer {
  static_assert(std::is_trivially_copyable<T>::value, "no byte layout is known for this type");
  static constexpr bool enabled = true;

  static void Write(Stream* stream, const T& value) {
    stream->Write(static_cast<const void*>(&value), sizeof(T));
  }
  static bool Read(Stream* stream, T* value) {
    return stream->Read(static_cast<void*>(value), sizeof(T)) == sizeof(T);
  }
};

template <>
struct Serializer<std::string> {
  static constexpr bool enabled = true;

  static void Write(Stream* stream, const std::string& value) {
    Serializer<uint64_t>::Write(stream, value.size());
    stream->Write(static_cast<const void*>(value.data()), value.size());
  }
  static bool Read(Stream* stream, std::string* value) {
    uint64_t size;
    if (!Serializer<uint64_t>::Read(stream, &size)) return false;
    value->resize(size);
    return stream->Read(static_cast<void*>(&(*value)[0]), size) == size;
  }
};

template <>
struct Serializer<ffi::String> {
  static constexpr bool enabled = true;

  static void Write(Stream* stream, const ffi::String& value) {
    Serializer<std::string>::Write(stream, std::string(value));
  }
  static bool Read(Stream* stream, ffi::String* value) {
    std::string text;
    if (!Serializer<std::string>::Read(stream, &text)) return false;
    *value = ffi::String(std::move(text));
    return true;
  }
};

template <typename T>
struct Serializer<std::vector<T>> {
  static constexpr bool enabled = true;

  static void Write(Stream* stream, const std::vector<T>& values) {
    Serializer<uint64_t>::Write(stream, values.size());
    stream->WriteArray(values.data(), values.size());
  }
  static bool Read(Stream* stream, std::vector<T>* values) {
    uint64_t count;
    if (!Serializer<uint64_t>::Read(stream, &count)) return false;
    values->resize(count);
    return stream->ReadArray(values->data(), count);
  }
};

template <typename T>
struct Serializer<ffi::Array<T>> {
  static constexpr bool enabled = true;

  static void Write(Stream* stream, const ffi::Array<T>& values) {
    Serializer<uint64_t>::Write(stream, values.size());
    for (const T& value : values) Serializer<T>::Write(stream, value);
  }
  static bool Read(Stream* stream, ffi::Array<T>* values) {
    uint64_t count;
    if (!Serializer<uint64_t>::Read(stream, &count)) return false;
    ffi::Array<T> result;
    for (uint64_t i = 0; i < count; ++i) {
      T value;
      if (!Serializer<T>::Read(stream, &value)) return false;
      result.push_back(value);
    }
    *values = std::move(result);
    return true;
  }
};

template <typename K, typename V>
struct Serializer<std::unordered_map<K, V>> {
  static constexpr bool enabled = true;

  static void Write(Stream* stream, const std::unordered_map<K, V>& entries) {
    Serializer<uint64_t>::Write(stream, entries.size());
    for (const auto& entry : entries) {
      Serializer<K>::Write(stream, entry.first);
      Serializer<V>::Write(stream, entry.second);
    }
  }
  static bool Read(Stream* stream, std::unordered_map<K, V>* entries) {
    uint64_t count;
    if (!Serializer<uint64_t>::Read(stream, &count)) return false;
    entries->clear();
    for (uint64_t i = 0; i < count; ++i) {
      K key;
      V value;
      if (!Serializer<K>::Read(stream, &key) || !Serializer<V>::Read(stream, &value)) return false;
      entries->emplace(std::move(key), std::move(value));
    }
    return true;
  }
};

template <typename K, typename V>
struct Serializer<ffi::Map<K, V>> {
  static constexpr bool enabled = true;

  static void Write(Stream* stream, const ffi::Map<K, V>& entries) {
    Serializer<uint64_t>::Write(stream, entries.size());
    for (const auto& entry : entries) {
      Serializer<K>::Write(stream, entry.first);
      Serializer<V>::Write(stream, entry.second);
    }
  }
  static bool Read(Stream* stream, ffi::Map<K, V>* entries) {
    uint64_t count;
    if (!Serializer<uint64_t>::Read(stream, &count)) return false;
    ffi::Map<K, V> result;
    for (uint64_t i = 0; i < count; ++i) {
      K key;
      V value;
      if (!Serializer<K>::Read(stream, &key) || !Serializer<V>::Read(stream, &value)) return false;
      result.Set(key, value);
    }
    *entries = std::move(result);
    return true;
  }
};

}  // namespace support
}  // namespace tvm

#endif  // TVM_SUPPORT_SERIALIZER_H_

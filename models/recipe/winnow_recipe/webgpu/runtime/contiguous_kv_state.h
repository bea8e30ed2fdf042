// Key-value memory of one sequence, kept contiguous: keys and values of each layer lie in one tensor
// [2, capacity, kv_heads * head_dim], position after position. WebLLM drives exactly one sequence, so
// pages, forks, sliding windows and token trees would be kernels to compile at load and nothing else.
#ifndef WINNOW_CONTIGUOUS_KV_STATE_H_
#define WINNOW_CONTIGUOUS_KV_STATE_H_

#include <tvm/ffi/function.h>
#include <tvm/ffi/reflection/registry.h>
#include <tvm/runtime/tensor.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "src/runtime/vm/kv_state.h"

namespace winnow {

using tvm::ffi::Function;
using tvm::ffi::Optional;
using tvm::ffi::Shape;
using tvm::runtime::Tensor;
using tvm::runtime::vm::KVState;
using tvm::runtime::vm::KVStateObj;

class ContiguousKVStateObj : public KVStateObj {
 public:
  // append(qkv, cache, table, start): rotates the query in place, writes rotated key and value at `start`.
  // attend(qkv, cache, start, scratch, out): causal attention of the new positions over all up to them.
  ContiguousKVStateObj(int64_t capacity, std::vector<Tensor> layers, Tensor table, Tensor scratch,
                       Function append, Function attend)
      : capacity_(capacity),
        layers_(std::move(layers)),
        table_(std::move(table)),
        scratch_(std::move(scratch)),
        append_(std::move(append)),
        attend_(std::move(attend)) {}

  void Clear() final {
    length_ = 0;
    pending_ = 0;
    has_sequence_ = false;
  }

  void AddSequence(int64_t seq_id) final {
    TVM_FFI_CHECK(!has_sequence_ && seq_id == 0, ValueError)
        << "This library holds one sequence, with id 0; got " << seq_id;
    has_sequence_ = true;
  }

  void RemoveSequence(int64_t seq_id) final {
    CheckSequence(seq_id);
    Clear();
  }

  void ForkSequence(int64_t, int64_t, int64_t) final {
    TVM_FFI_THROW(ValueError) << "This library holds one sequence and cannot fork it";
  }

  void PopN(int64_t seq_id, int32_t n) final {
    CheckSequence(seq_id);
    TVM_FFI_CHECK(n >= 0 && n <= length_, ValueError)
        << "Cannot drop " << n << " of " << length_ << " positions";
    length_ -= n;
  }

  void BeginForward(const Shape& seq_ids, const Shape& append_lengths,
                    const Optional<Shape>& token_tree) final {
    TVM_FFI_CHECK(seq_ids.size() == 1 && append_lengths.size() == 1 && !token_tree.has_value(),
                  ValueError)
        << "This library runs one sequence, as a chain";
    CheckSequence(seq_ids[0]);
    TVM_FFI_CHECK(length_ + append_lengths[0] <= capacity_, ValueError)
        << "The sequence has " << length_ << " of " << capacity_ << " positions; " << append_lengths[0]
        << " more do not fit";
    pending_ = append_lengths[0];
  }

  void EndForward() final {
    length_ += pending_;
    pending_ = 0;
  }

  void Attend(int64_t layer, Tensor qkv, Tensor out) {
    TVM_FFI_CHECK_EQ(qkv->shape[0], pending_, ValueError) << "rows differ from those announced";
    append_(qkv, layers_[layer], table_, length_);
    attend_(qkv, layers_[layer], length_, scratch_, out);
  }

  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("winnow.ContiguousKVState", ContiguousKVStateObj, KVStateObj);

 private:
  void CheckSequence(int64_t seq_id) const {
    TVM_FFI_CHECK(has_sequence_ && seq_id == 0, ValueError) << "Unknown sequence " << seq_id;
  }

  int64_t capacity_;
  std::vector<Tensor> layers_;
  Tensor table_;
  Tensor scratch_;
  Function append_;
  Function attend_;
  int64_t length_ = 0;
  int64_t pending_ = 0;
  bool has_sequence_ = false;
};

class ContiguousKVState : public KVState {
 public:
  TVM_FFI_DEFINE_OBJECT_REF_METHODS_NULLABLE(ContiguousKVState, KVState, ContiguousKVStateObj);
};

// Cosines, then sines, of position × base^(-2i / head_size): float32 [capacity, head_size], computed here in
// double precision because WGSL promises little about the sine of a large angle.
inline Tensor RotaryTable(int64_t capacity, int64_t head_size, double base, DLDevice device) {
  DLDataType f32{kDLFloat, 32, 1};
  Tensor host = Tensor::Empty({capacity, head_size}, f32, DLDevice{kDLCPU, 0});
  float* values = static_cast<float*>(host->data);
  int64_t half = head_size / 2;
  for (int64_t position = 0; position < capacity; ++position) {
    for (int64_t i = 0; i < half; ++i) {
      double angle = position * std::pow(base, -static_cast<double>(i) / half);
      values[position * head_size + i] = static_cast<float>(std::cos(angle));
      values[position * head_size + half + i] = static_cast<float>(std::sin(angle));
    }
  }
  Tensor table = Tensor::Empty({capacity, head_size}, f32, device);
  table.CopyFrom(host);
  return table;
}

TVM_FFI_STATIC_INIT_BLOCK() {
  namespace refl = tvm::ffi::reflection;
  refl::GlobalDef()
      // `like` gives device and element type of keys and values. The scratch buffer gets
      // scratch_rows × chunk × capacity numbers, the most scores that one call can have, or one if that is zero.
      .def("winnow.kv_state_create",
           [](Shape capacity, Shape chunk, int64_t layer_count, int64_t kv_heads, int64_t head_size,
              double rotary_base, int64_t scratch_rows, Tensor like, Function append, Function attend) {
             DLDevice device = like->device;
             std::vector<Tensor> layers;
             for (int64_t i = 0; i < layer_count; ++i) {
               layers.push_back(Tensor::Empty({2, capacity[0], kv_heads * head_size}, like->dtype, device));
             }
             int64_t scores = std::max<int64_t>(1, scratch_rows * chunk[0] * capacity[0]);
             return ContiguousKVState(tvm::ffi::make_object<ContiguousKVStateObj>(
                 capacity[0], std::move(layers), RotaryTable(capacity[0], head_size, rotary_base, device),
                 Tensor::Empty({scores}, DLDataType{kDLFloat, 32, 1}, device), std::move(append),
                 std::move(attend)));
           })
      .def("winnow.kv_state_attend",
           [](ContiguousKVState state, int64_t layer, Tensor qkv, Tensor out) {
             state->Attend(layer, std::move(qkv), std::move(out));
           });
}

}  // namespace winnow

#endif  // WINNOW_CONTIGUOUS_KV_STATE_H_

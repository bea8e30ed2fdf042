// Included by the tensor cache, which uses nothing of it.
#ifndef TVM_SUPPORT_UTILS_H_
#define TVM_SUPPORT_UTILS_H_
#endif  // TVM_SUPPORT_UTILS_H_

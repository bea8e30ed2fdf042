;; Dot products of one query with many int8 rows, four rows at a time.
;; Memory: 0 query as i16 (at most 4096 values) | 8192 dots of one tile as i32 | 65536 rows.
(module
  (memory (export "memory") 1)
  (func (export "scan")
    (param $row i32)    ;; address of the first row
    (param $count i32)  ;; rows, a positive multiple of 4
    (param $stride i32) ;; bytes of a row, a positive multiple of 16
    (param $out i32)    ;; address of the first dot product
    (local $row1 i32) (local $row2 i32) (local $row3 i32)
    (local $i i32)
    (local $query0 v128) (local $query1 v128)
    (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128)
    (loop $rows
      (local.set $row1 (i32.add (local.get $row) (local.get $stride)))
      (local.set $row2 (i32.add (local.get $row1) (local.get $stride)))
      (local.set $row3 (i32.add (local.get $row2) (local.get $stride)))
      (local.set $sum0 (v128.const i32x4 0 0 0 0))
      (local.set $sum1 (v128.const i32x4 0 0 0 0))
      (local.set $sum2 (v128.const i32x4 0 0 0 0))
      (local.set $sum3 (v128.const i32x4 0 0 0 0))
      (local.set $i (i32.const 0))
      (loop $values
        (local.set $query0 (v128.load (i32.shl (local.get $i) (i32.const 1))))
        (local.set $query1 (v128.load offset=16 (i32.shl (local.get $i) (i32.const 1))))
        (local.set $sum0 (i32x4.add (local.get $sum0) (i32x4.add
          (i32x4.dot_i16x8_s (local.get $query0) (v128.load8x8_s (i32.add (local.get $row) (local.get $i))))
          (i32x4.dot_i16x8_s (local.get $query1) (v128.load8x8_s offset=8 (i32.add (local.get $row) (local.get $i)))))))
        (local.set $sum1 (i32x4.add (local.get $sum1) (i32x4.add
          (i32x4.dot_i16x8_s (local.get $query0) (v128.load8x8_s (i32.add (local.get $row1) (local.get $i))))
          (i32x4.dot_i16x8_s (local.get $query1) (v128.load8x8_s offset=8 (i32.add (local.get $row1) (local.get $i)))))))
        (local.set $sum2 (i32x4.add (local.get $sum2) (i32x4.add
          (i32x4.dot_i16x8_s (local.get $query0) (v128.load8x8_s (i32.add (local.get $row2) (local.get $i))))
          (i32x4.dot_i16x8_s (local.get $query1) (v128.load8x8_s offset=8 (i32.add (local.get $row2) (local.get $i)))))))
        (local.set $sum3 (i32x4.add (local.get $sum3) (i32x4.add
          (i32x4.dot_i16x8_s (local.get $query0) (v128.load8x8_s (i32.add (local.get $row3) (local.get $i))))
          (i32x4.dot_i16x8_s (local.get $query1) (v128.load8x8_s offset=8 (i32.add (local.get $row3) (local.get $i)))))))
        (local.set $i (i32.add (local.get $i) (i32.const 16)))
        (br_if $values (i32.lt_u (local.get $i) (local.get $stride))))
      ;; Each sum holds four partial sums. Interleaved and added twice, they become one vector of four dots.
      (local.set $sum0 (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $sum0) (local.get $sum1))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $sum0) (local.get $sum1))))
      (local.set $sum2 (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $sum2) (local.get $sum3))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $sum2) (local.get $sum3))))
      (v128.store (local.get $out) (i32x4.add
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $sum0) (local.get $sum2))
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $sum0) (local.get $sum2))))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (local.set $row (i32.add (local.get $row3) (local.get $stride)))
      (local.set $count (i32.sub (local.get $count) (i32.const 4)))
      (br_if $rows (i32.gt_s (local.get $count) (i32.const 0))))))

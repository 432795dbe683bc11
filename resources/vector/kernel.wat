;; Scores of one vector against many: the inner loops of the search for near vectors in memory. scripts/gen.ts compiles
;; this into src/index/_kernel.gen.ts.
;;
;; Every function takes (query, row, count, stride, out): byte addresses of the query, of the first of `count` rows that lie
;; `stride` bytes apart, and of the scores, four bytes each. Query and rows are padded with zeros to the stride, which is a
;; multiple of 16 bytes, for floats of 64.
(module
  (memory (export "memory") 1)

  ;; Scores are i32: the sum of the products of signed bytes. It cannot overflow below 2^17 dimensions. Four rows go side by
  ;; side, so that the query is read and widened once for them; then the rest, row by row.
  (func (export "dotInt8") (param $query i32) (param $row i32) (param $count i32) (param $stride i32) (param $out i32)
    (local $at i32) (local $end i32) (local $low v128) (local $high v128)
    (local $b i32) (local $c i32) (local $d i32)
    (local $sa v128) (local $sb v128) (local $sc v128) (local $sd v128)
    (block $few
      (loop $fours
        (br_if $few (i32.lt_u (local.get $count) (i32.const 4)))
        (local.set $at (local.get $query))
        (local.set $b (i32.add (local.get $row) (local.get $stride)))
        (local.set $c (i32.add (local.get $b) (local.get $stride)))
        (local.set $d (i32.add (local.get $c) (local.get $stride)))
        (local.set $end (local.get $b))
        (local.set $sa (v128.const i32x4 0 0 0 0))
        (local.set $sb (v128.const i32x4 0 0 0 0))
        (local.set $sc (v128.const i32x4 0 0 0 0))
        (local.set $sd (v128.const i32x4 0 0 0 0))
        (loop $steps
          (local.set $low (v128.load8x8_s (local.get $at)))
          (local.set $high (v128.load8x8_s offset=8 (local.get $at)))
          (local.set $sa (i32x4.add (local.get $sa) (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $row)) (local.get $low))
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $row)) (local.get $high)))))
          (local.set $sb (i32x4.add (local.get $sb) (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $b)) (local.get $low))
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $b)) (local.get $high)))))
          (local.set $sc (i32x4.add (local.get $sc) (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $c)) (local.get $low))
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $c)) (local.get $high)))))
          (local.set $sd (i32x4.add (local.get $sd) (i32x4.add
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $d)) (local.get $low))
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $d)) (local.get $high)))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (local.set $row (i32.add (local.get $row) (i32.const 16)))
          (local.set $b (i32.add (local.get $b) (i32.const 16)))
          (local.set $c (i32.add (local.get $c) (i32.const 16)))
          (local.set $d (i32.add (local.get $d) (i32.const 16)))
          (br_if $steps (i32.ne (local.get $row) (local.get $end))))
        ;; Four sums of four lanes each become one vector of four sums.
        (local.set $low (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $sa) (local.get $sb))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $sa) (local.get $sb))))
        (local.set $high (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $sc) (local.get $sd))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $sc) (local.get $sd))))
        (v128.store (local.get $out) (i32x4.add
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $low) (local.get $high))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $low) (local.get $high))))
        (local.set $row (local.get $d))
        (local.set $out (i32.add (local.get $out) (i32.const 16)))
        (local.set $count (i32.sub (local.get $count) (i32.const 4)))
        (br $fours)))
    (block $done
      (loop $rows
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $at (local.get $query))
        (local.set $end (i32.add (local.get $row) (local.get $stride)))
        (local.set $low (v128.const i32x4 0 0 0 0))
        (local.set $high (v128.const i32x4 0 0 0 0))
        (loop $steps
          (local.set $low (i32x4.add (local.get $low)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $row)) (v128.load8x8_s (local.get $at)))))
          (local.set $high (i32x4.add (local.get $high)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $row)) (v128.load8x8_s offset=8 (local.get $at)))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (local.set $row (i32.add (local.get $row) (i32.const 16)))
          (br_if $steps (i32.ne (local.get $row) (local.get $end))))
        (local.set $low (i32x4.add (local.get $low) (local.get $high)))
        (i32.store (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $low)) (i32x4.extract_lane 1 (local.get $low)))
            (i32.add (i32x4.extract_lane 2 (local.get $low)) (i32x4.extract_lane 3 (local.get $low)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $rows))))

  ;; Scores are f32. Four sums run side by side, because an addition waits for the one before it.
  (func (export "dotFloat32") (param $query i32) (param $row i32) (param $count i32) (param $stride i32) (param $out i32)
    (local $at i32) (local $end i32) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (block $done
      (loop $rows
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $at (local.get $query))
        (local.set $end (i32.add (local.get $row) (local.get $stride)))
        (local.set $a (v128.const f32x4 0 0 0 0))
        (local.set $b (v128.const f32x4 0 0 0 0))
        (local.set $c (v128.const f32x4 0 0 0 0))
        (local.set $d (v128.const f32x4 0 0 0 0))
        (loop $steps
          (local.set $a (f32x4.add (local.get $a)
            (f32x4.mul (v128.load (local.get $row)) (v128.load (local.get $at)))))
          (local.set $b (f32x4.add (local.get $b)
            (f32x4.mul (v128.load offset=16 (local.get $row)) (v128.load offset=16 (local.get $at)))))
          (local.set $c (f32x4.add (local.get $c)
            (f32x4.mul (v128.load offset=32 (local.get $row)) (v128.load offset=32 (local.get $at)))))
          (local.set $d (f32x4.add (local.get $d)
            (f32x4.mul (v128.load offset=48 (local.get $row)) (v128.load offset=48 (local.get $at)))))
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (local.set $row (i32.add (local.get $row) (i32.const 64)))
          (br_if $steps (i32.ne (local.get $row) (local.get $end))))
        (local.set $a (f32x4.add
          (f32x4.add (local.get $a) (local.get $b))
          (f32x4.add (local.get $c) (local.get $d))))
        (f32.store (local.get $out)
          (f32.add
            (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
            (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $rows))))

  ;; Scores are i32: the number of bits in which a row differs from the query.
  (func (export "hamming") (param $query i32) (param $row i32) (param $count i32) (param $stride i32) (param $out i32)
    (local $at i32) (local $end i32) (local $bits i64)
    (block $done
      (loop $rows
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $at (local.get $query))
        (local.set $end (i32.add (local.get $row) (local.get $stride)))
        (local.set $bits (i64.const 0))
        (loop $steps
          (local.set $bits (i64.add (local.get $bits) (i64.add
            (i64.popcnt (i64.xor (i64.load (local.get $row)) (i64.load (local.get $at))))
            (i64.popcnt (i64.xor (i64.load offset=8 (local.get $row)) (i64.load offset=8 (local.get $at)))))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (local.set $row (i32.add (local.get $row) (i32.const 16)))
          (br_if $steps (i32.ne (local.get $row) (local.get $end))))
        (i32.store (local.get $out) (i32.wrap_i64 (local.get $bits)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $rows)))))

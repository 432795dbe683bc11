;; The inner loops of the training: all arithmetic on rows of 256 floats (1,024 bytes). Floats of WebAssembly give the same bits
;; on every machine, as long as no relaxed instruction is used. Every parameter of type i32 is an address in bytes or a count.
(module
  (memory (export "memory") 1)

  ;; exp of four floats that are 0 or less and above -80: a power of two by its exponent, the rest by a polynomial.
  (func $exp (param $x v128) (result v128)
    (local $n v128) (local $r v128)
    (local.set $n (f32x4.nearest (f32x4.mul (local.get $x) (v128.const f32x4 1.44269504 1.44269504 1.44269504 1.44269504))))
    (local.set $r (f32x4.sub
      (f32x4.sub (local.get $x) (f32x4.mul (local.get $n) (v128.const f32x4 0.693359375 0.693359375 0.693359375 0.693359375)))
      (f32x4.mul (local.get $n) (v128.const f32x4 -2.12194440e-4 -2.12194440e-4 -2.12194440e-4 -2.12194440e-4))))
    (f32x4.mul
      (f32x4.add (v128.const f32x4 1 1 1 1) (f32x4.mul (local.get $r)
        (f32x4.add (v128.const f32x4 1 1 1 1) (f32x4.mul (local.get $r)
          (f32x4.add (v128.const f32x4 0.5 0.5 0.5 0.5) (f32x4.mul (local.get $r)
            (f32x4.add (v128.const f32x4 0.16666667 0.16666667 0.16666667 0.16666667) (f32x4.mul (local.get $r)
              (f32x4.add (v128.const f32x4 0.041666667 0.041666667 0.041666667 0.041666667) (f32x4.mul (local.get $r)
                (f32x4.add (v128.const f32x4 0.0083333333 0.0083333333 0.0083333333 0.0083333333) (f32x4.mul (local.get $r)
                  (v128.const f32x4 0.0013888889 0.0013888889 0.0013888889 0.0013888889)))))))))))))
      (i32x4.shl (i32x4.add (i32x4.trunc_sat_f32x4_s (local.get $n)) (v128.const i32x4 127 127 127 127)) (i32.const 23))))

  (func $sum (param $v v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $v)) (f32x4.extract_lane 1 (local.get $v)))
      (f32.add (f32x4.extract_lane 2 (local.get $v)) (f32x4.extract_lane 3 (local.get $v)))))

  ;; out = the sum of rows, each times its factor. `ids` are rows of the table (u32), `factors` lie `stride` bytes apart.
  ;; Without ids (0) the rows are taken in order.
  (func $combine (export "combine") (param $table i32) (param $ids i32) (param $factors i32) (param $stride i32) (param $count i32) (param $out i32)
    (local $block i32) (local $k i32) (local $at i32) (local $factor i32) (local $w v128) (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128) (local $a4 v128) (local $a5 v128) (local $a6 v128) (local $a7 v128)
    (loop $blocks
      (local.set $a0 (v128.const f32x4 0 0 0 0))
      (local.set $a1 (v128.const f32x4 0 0 0 0))
      (local.set $a2 (v128.const f32x4 0 0 0 0))
      (local.set $a3 (v128.const f32x4 0 0 0 0))
      (local.set $a4 (v128.const f32x4 0 0 0 0))
      (local.set $a5 (v128.const f32x4 0 0 0 0))
      (local.set $a6 (v128.const f32x4 0 0 0 0))
      (local.set $a7 (v128.const f32x4 0 0 0 0))
      (local.set $k (i32.const 0))
      (local.set $factor (local.get $factors))
      (block $done
        (loop $rows
          (br_if $done (i32.eq (local.get $k) (local.get $count)))
          (local.set $at (i32.add (i32.add (local.get $table) (local.get $block))
            (i32.shl
              (if (result i32) (local.get $ids)
                (then (i32.load (i32.add (local.get $ids) (i32.shl (local.get $k) (i32.const 2)))))
                (else (local.get $k)))
              (i32.const 10))))
          (local.set $w (v128.load32_splat (local.get $factor)))
          (local.set $a0 (f32x4.add (local.get $a0) (f32x4.mul (local.get $w) (v128.load offset=0 (local.get $at)))))
          (local.set $a1 (f32x4.add (local.get $a1) (f32x4.mul (local.get $w) (v128.load offset=16 (local.get $at)))))
          (local.set $a2 (f32x4.add (local.get $a2) (f32x4.mul (local.get $w) (v128.load offset=32 (local.get $at)))))
          (local.set $a3 (f32x4.add (local.get $a3) (f32x4.mul (local.get $w) (v128.load offset=48 (local.get $at)))))
          (local.set $a4 (f32x4.add (local.get $a4) (f32x4.mul (local.get $w) (v128.load offset=64 (local.get $at)))))
          (local.set $a5 (f32x4.add (local.get $a5) (f32x4.mul (local.get $w) (v128.load offset=80 (local.get $at)))))
          (local.set $a6 (f32x4.add (local.get $a6) (f32x4.mul (local.get $w) (v128.load offset=96 (local.get $at)))))
          (local.set $a7 (f32x4.add (local.get $a7) (f32x4.mul (local.get $w) (v128.load offset=112 (local.get $at)))))
          (local.set $factor (i32.add (local.get $factor) (local.get $stride)))
          (local.set $k (i32.add (local.get $k) (i32.const 1)))
          (br $rows)))
      (local.set $at (i32.add (local.get $out) (local.get $block)))
      (v128.store offset=0 (local.get $at) (local.get $a0))
      (v128.store offset=16 (local.get $at) (local.get $a1))
      (v128.store offset=32 (local.get $at) (local.get $a2))
      (v128.store offset=48 (local.get $at) (local.get $a3))
      (v128.store offset=64 (local.get $at) (local.get $a4))
      (v128.store offset=80 (local.get $at) (local.get $a5))
      (v128.store offset=96 (local.get $at) (local.get $a6))
      (v128.store offset=112 (local.get $at) (local.get $a7))
      (local.set $block (i32.add (local.get $block) (i32.const 128)))
      (br_if $blocks (i32.lt_u (local.get $block) (i32.const 1024)))))

  ;; The inner product of two rows.
  (func $dot (export "dot") (param $x i32) (param $y i32) (result f32)
    (local $end i32) (local $a v128) (local $b v128)
    (local.set $end (i32.add (local.get $x) (i32.const 1024)))
    (loop $steps
      (local.set $a (f32x4.add (local.get $a) (f32x4.mul (v128.load (local.get $x)) (v128.load (local.get $y)))))
      (local.set $b (f32x4.add (local.get $b) (f32x4.mul (v128.load offset=16 (local.get $x)) (v128.load offset=16 (local.get $y)))))
      (local.set $x (i32.add (local.get $x) (i32.const 32)))
      (local.set $y (i32.add (local.get $y) (i32.const 32)))
      (br_if $steps (i32.ne (local.get $x) (local.get $end))))
    (call $sum (f32x4.add (local.get $a) (local.get $b))))

  ;; row = (row - along * by) * factor.
  (func (export "tilt") (param $row i32) (param $along i32) (param $by f32) (param $factor f32)
    (local $end i32)
    (local.set $end (i32.add (local.get $row) (i32.const 1024)))
    (loop $steps
      (v128.store (local.get $row) (f32x4.mul (f32x4.splat (local.get $factor))
        (f32x4.sub (v128.load (local.get $row)) (f32x4.mul (f32x4.splat (local.get $by)) (v128.load (local.get $along))))))
      (local.set $row (i32.add (local.get $row) (i32.const 16)))
      (local.set $along (i32.add (local.get $along) (i32.const 16)))
      (br_if $steps (i32.ne (local.get $row) (local.get $end)))))

  ;; Rows of the table += their factors (f32) times one row.
  (func (export "scatter") (param $table i32) (param $ids i32) (param $factors i32) (param $count i32) (param $row i32)
    (local $at i32) (local $from i32) (local $end i32) (local $w v128)
    (block $done
      (loop $rows
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $at (i32.add (local.get $table) (i32.shl (i32.load (local.get $ids)) (i32.const 10))))
        (local.set $from (local.get $row))
        (local.set $end (i32.add (local.get $row) (i32.const 1024)))
        (local.set $w (v128.load32_splat (local.get $factors)))
        (loop $steps
          (v128.store (local.get $at) (f32x4.add (v128.load (local.get $at)) (f32x4.mul (local.get $w) (v128.load (local.get $from)))))
          (v128.store offset=16 (local.get $at) (f32x4.add (v128.load offset=16 (local.get $at)) (f32x4.mul (local.get $w) (v128.load offset=16 (local.get $from)))))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (local.set $from (i32.add (local.get $from) (i32.const 32)))
          (br_if $steps (i32.ne (local.get $from) (local.get $end))))
        (local.set $ids (i32.add (local.get $ids) (i32.const 4)))
        (local.set $factors (i32.add (local.get $factors) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $rows))))

  ;; out[i][j] = scale * x[i] . y[j] for `count` rows each; `count` is a multiple of 4.
  (func (export "products") (param $x i32) (param $y i32) (param $count i32) (param $scale f32) (param $out i32)
    (local $i i32) (local $j i32) (local $p i32) (local $q i32) (local $end i32) (local $v v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (loop $rows
      (local.set $j (i32.const 0))
      (local.set $q (local.get $y))
      (loop $columns
        (local.set $p (local.get $x))
        (local.set $end (i32.add (local.get $x) (i32.const 1024)))
        (local.set $a0 (v128.const f32x4 0 0 0 0))
        (local.set $a1 (v128.const f32x4 0 0 0 0))
        (local.set $a2 (v128.const f32x4 0 0 0 0))
        (local.set $a3 (v128.const f32x4 0 0 0 0))
        (loop $steps
          (local.set $v (v128.load (local.get $p)))
          (local.set $a0 (f32x4.add (local.get $a0) (f32x4.mul (local.get $v) (v128.load offset=0 (local.get $q)))))
          (local.set $a1 (f32x4.add (local.get $a1) (f32x4.mul (local.get $v) (v128.load offset=1024 (local.get $q)))))
          (local.set $a2 (f32x4.add (local.get $a2) (f32x4.mul (local.get $v) (v128.load offset=2048 (local.get $q)))))
          (local.set $a3 (f32x4.add (local.get $a3) (f32x4.mul (local.get $v) (v128.load offset=3072 (local.get $q)))))
          (local.set $v (v128.load offset=16 (local.get $p)))
          (local.set $a0 (f32x4.add (local.get $a0) (f32x4.mul (local.get $v) (v128.load offset=16 (local.get $q)))))
          (local.set $a1 (f32x4.add (local.get $a1) (f32x4.mul (local.get $v) (v128.load offset=1040 (local.get $q)))))
          (local.set $a2 (f32x4.add (local.get $a2) (f32x4.mul (local.get $v) (v128.load offset=2064 (local.get $q)))))
          (local.set $a3 (f32x4.add (local.get $a3) (f32x4.mul (local.get $v) (v128.load offset=3088 (local.get $q)))))
          (local.set $p (i32.add (local.get $p) (i32.const 32)))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (br_if $steps (i32.ne (local.get $p) (local.get $end))))
        (f32.store offset=0 (local.get $out) (f32.mul (local.get $scale) (call $sum (local.get $a0))))
        (f32.store offset=4 (local.get $out) (f32.mul (local.get $scale) (call $sum (local.get $a1))))
        (f32.store offset=8 (local.get $out) (f32.mul (local.get $scale) (call $sum (local.get $a2))))
        (f32.store offset=12 (local.get $out) (f32.mul (local.get $scale) (call $sum (local.get $a3))))
        (local.set $out (i32.add (local.get $out) (i32.const 16)))
        (local.set $q (i32.add (local.get $q) (i32.const 3072)))
        (local.set $j (i32.add (local.get $j) (i32.const 4)))
        (br_if $columns (i32.lt_u (local.get $j) (local.get $count))))
      (local.set $x (i32.add (local.get $x) (i32.const 1024)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $rows (i32.lt_u (local.get $i) (local.get $count)))))

  ;; Puts exp(value - shift) in the place of each value of a square, and their sums by rows and by columns.
  (func (export "powers") (param $values i32) (param $count i32) (param $shift f32) (param $rowSums i32) (param $columnSums i32)
    (local $i i32) (local $j i32) (local $e v128) (local $s v128) (local $c i32)
    (loop $clear
      (f32.store (i32.add (local.get $columnSums) (i32.shl (local.get $i) (i32.const 2))) (f32.const 0))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $clear (i32.lt_u (local.get $i) (local.get $count))))
    (local.set $i (i32.const 0))
    (loop $rows
      (local.set $j (i32.const 0))
      (local.set $c (local.get $columnSums))
      (local.set $s (v128.const f32x4 0 0 0 0))
      (loop $columns
        (local.set $e (call $exp (f32x4.min (v128.const f32x4 0 0 0 0)
          (f32x4.sub (v128.load (local.get $values)) (f32x4.splat (local.get $shift))))))
        (v128.store (local.get $values) (local.get $e))
        (local.set $s (f32x4.add (local.get $s) (local.get $e)))
        (v128.store (local.get $c) (f32x4.add (v128.load (local.get $c)) (local.get $e)))
        (local.set $values (i32.add (local.get $values) (i32.const 16)))
        (local.set $c (i32.add (local.get $c) (i32.const 16)))
        (local.set $j (i32.add (local.get $j) (i32.const 4)))
        (br_if $columns (i32.lt_u (local.get $j) (local.get $count))))
      (f32.store (local.get $rowSums) (call $sum (local.get $s)))
      (local.set $rowSums (i32.add (local.get $rowSums) (i32.const 4)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $rows (i32.lt_u (local.get $i) (local.get $count)))))

  ;; Puts factor * (power / its row's sum + power / its column's sum) in the place of each power.
  (func (export "slopes") (param $powers i32) (param $count i32) (param $rowSums i32) (param $columnSums i32) (param $factor f32)
    (local $i i32) (local $j i32) (local $e v128) (local $c i32) (local $s v128)
    (loop $rows
      (local.set $j (i32.const 0))
      (local.set $c (local.get $columnSums))
      (local.set $s (v128.load32_splat (local.get $rowSums)))
      (loop $columns
        (local.set $e (v128.load (local.get $powers)))
        (v128.store (local.get $powers) (f32x4.mul (f32x4.splat (local.get $factor))
          (f32x4.add (f32x4.div (local.get $e) (local.get $s)) (f32x4.div (local.get $e) (v128.load (local.get $c))))))
        (local.set $powers (i32.add (local.get $powers) (i32.const 16)))
        (local.set $c (i32.add (local.get $c) (i32.const 16)))
        (local.set $j (i32.add (local.get $j) (i32.const 4)))
        (br_if $columns (i32.lt_u (local.get $j) (local.get $count))))
      (local.set $rowSums (i32.add (local.get $rowSums) (i32.const 4)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $rows (i32.lt_u (local.get $i) (local.get $count)))))

  ;; One step of Adam for one row; its slopes are cleared. `pace` is the learning rate over the first correction, `second` one
  ;; over the second.
  (func (export "adam") (param $row i32) (param $first i32) (param $squares i32) (param $slopes i32) (param $pace f32) (param $second f32)
    (local $end i32) (local $g v128) (local $m v128) (local $v v128)
    (local.set $end (i32.add (local.get $row) (i32.const 1024)))
    (loop $steps
      (local.set $g (v128.load (local.get $slopes)))
      (local.set $m (f32x4.add (f32x4.mul (v128.const f32x4 0.9 0.9 0.9 0.9) (v128.load (local.get $first)))
        (f32x4.mul (v128.const f32x4 0.1 0.1 0.1 0.1) (local.get $g))))
      (local.set $v (f32x4.add (f32x4.mul (v128.const f32x4 0.999 0.999 0.999 0.999) (v128.load (local.get $squares)))
        (f32x4.mul (v128.const f32x4 0.001 0.001 0.001 0.001) (f32x4.mul (local.get $g) (local.get $g)))))
      (v128.store (local.get $first) (local.get $m))
      (v128.store (local.get $squares) (local.get $v))
      (v128.store (local.get $slopes) (v128.const f32x4 0 0 0 0))
      (v128.store (local.get $row) (f32x4.sub (v128.load (local.get $row))
        (f32x4.div (f32x4.mul (f32x4.splat (local.get $pace)) (local.get $m))
          (f32x4.add (f32x4.sqrt (f32x4.mul (f32x4.splat (local.get $second)) (local.get $v))) (v128.const f32x4 1e-8 1e-8 1e-8 1e-8)))))
      (local.set $row (i32.add (local.get $row) (i32.const 16)))
      (local.set $first (i32.add (local.get $first) (i32.const 16)))
      (local.set $squares (i32.add (local.get $squares) (i32.const 16)))
      (local.set $slopes (i32.add (local.get $slopes) (i32.const 16)))
      (br_if $steps (i32.ne (local.get $row) (local.get $end))))))

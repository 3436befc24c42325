//! Products of matrices, for the sizes of these networks: a few dozen rows, weights that fit a processor's caches.
//!
//! The weights are packed once, in panels of two vector registers' columns; the rows of the input are packed in
//! tiles, and each tile meets each panel in the registers (Goto and van de Geijn 2008). The vector instructions are
//! chosen when the program runs.

use pulp::{Arch, Simd, WithSimd};

/// Vector registers' columns in a panel.
const PANEL: usize = 2;
/// Rows of the largest tile: its sums, a panel's columns and an input's value fit the 32 registers of AVX-512 and NEON.
const TILE: usize = 12;
/// Rows of the largest tile where there are 16 registers.
const SMALL_TILE: usize = 6;

/// The weights of a dense layer.
pub(crate) struct Dense {
    arch: Arch,
    inputs: usize,
    /// Outputs, filled up with zeros to whole panels.
    stride: usize,
    /// Panel after panel: for each input, the weights of the panel's columns.
    panels: Vec<f32>,
    bias: Vec<f32>,
}

impl Dense {
    /// From weights as thinc stores them, all inputs of the first output first.
    pub(crate) fn new(weights: &[f32], bias: Vec<f32>, inputs: usize) -> Dense {
        let arch = Arch::new();
        let width = arch.dispatch(Width) * PANEL;
        let outputs = bias.len();
        let stride = outputs.next_multiple_of(width);
        let mut panels = vec![0.0; stride * inputs];
        for (panel, panel_weights) in panels.chunks_exact_mut(width * inputs).enumerate() {
            for (input, columns) in panel_weights.chunks_exact_mut(width).enumerate() {
                for (output, column) in (panel * width..outputs).zip(columns) {
                    *column = weights[output * inputs + input];
                }
            }
        }
        let mut bias = bias;
        bias.resize(stride, 0.0);
        Dense {
            arch,
            inputs,
            stride,
            panels,
            bias,
        }
    }

    /// How far apart the rows of the output are.
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// Computes the outputs of `rows` rows. Row i of the input begins at `i * input_stride`, so rows may overlap; row
    /// i of the output begins at `i * self.stride()`.
    pub(crate) fn apply(
        &self,
        input: &[f32],
        input_stride: usize,
        rows: usize,
        output: &mut Product,
    ) {
        output.values.resize(rows * self.stride, 0.0);
        self.arch.dispatch(Multiply {
            dense: self,
            input,
            input_stride,
            rows,
            output,
        });
    }
}

/// Puts outputs that come in groups of `pieces` candidates in another order: all first candidates, then all second
/// ones. Each output has `length` numbers.
pub(crate) fn by_piece(values: &[f32], pieces: usize, length: usize) -> Vec<f32> {
    let of_piece = |piece| {
        values
            .chunks_exact(length)
            .skip(piece)
            .step_by(pieces)
            .flatten()
            .copied()
    };
    (0..pieces).flat_map(of_piece).collect()
}

/// The output of a layer, and room to compute it; kept for the next one.
#[derive(Default)]
pub(crate) struct Product {
    pub(crate) values: Vec<f32>,
    tile: Vec<f32>,
}

/// How many numbers a vector register has.
struct Width;

impl WithSimd for Width {
    type Output = usize;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> usize {
        S::F32_LANES
    }
}

struct Multiply<'a> {
    dense: &'a Dense,
    input: &'a [f32],
    input_stride: usize,
    rows: usize,
    output: &'a mut Product,
}

impl WithSimd for Multiply<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        let mut row = 0;
        while row < self.rows {
            row += match self.rows - row {
                TILE.. if S::REGISTER_COUNT >= 32 => self.tile::<S, TILE>(simd, row),
                8.. if S::REGISTER_COUNT >= 32 => self.tile::<S, 8>(simd, row),
                SMALL_TILE.. => self.tile::<S, SMALL_TILE>(simd, row),
                4.. => self.tile::<S, 4>(simd, row),
                2.. => self.tile::<S, 2>(simd, row),
                _ => self.row(simd, row),
            };
        }
    }
}

impl Multiply<'_> {
    /// Computes some rows and says how many they are.
    #[inline(always)]
    fn tile<S: Simd, const ROWS: usize>(&mut self, simd: S, first: usize) -> usize {
        let Dense {
            inputs,
            stride,
            panels,
            bias,
            ..
        } = self.dense;
        let tile = &mut self.output.tile;
        tile.resize(inputs * ROWS, 0.0);
        let (tile, _) = tile.as_chunks_mut::<ROWS>();
        for row in 0..ROWS {
            let start = (first + row) * self.input_stride;
            for (values, value) in tile.iter_mut().zip(&self.input[start..start + inputs]) {
                values[row] = *value;
            }
        }
        let width = S::F32_LANES * PANEL;
        let panels = panels
            .chunks_exact(width * inputs)
            .zip(bias.chunks_exact(width));
        for (panel, (weights, bias)) in panels.enumerate() {
            let (weights, _) = S::as_simd_f32s(weights);
            let (weights, _) = weights.as_chunks::<PANEL>();
            let (bias, _) = S::as_simd_f32s(bias);
            let mut sums = [[bias[0], bias[1]]; ROWS];
            for (values, [left, right]) in tile.iter().zip(weights) {
                for (sums, value) in sums.iter_mut().zip(values) {
                    let value = simd.splat_f32s(*value);
                    sums[0] = simd.mul_add_e_f32s(value, *left, sums[0]);
                    sums[1] = simd.mul_add_e_f32s(value, *right, sums[1]);
                }
            }
            for (row, sums) in sums.iter().enumerate() {
                let start = (first + row) * stride + panel * width;
                let columns = &mut self.output.values[start..start + width];
                let (columns, _) = S::as_mut_simd_f32s(columns);
                columns.copy_from_slice(sums);
            }
        }
        ROWS
    }

    /// Computes one row, four panels at a time so that the processor need not wait for each sum.
    #[inline(always)]
    fn row<S: Simd>(&mut self, simd: S, row: usize) -> usize {
        let Dense {
            inputs,
            stride,
            panels,
            bias,
            ..
        } = self.dense;
        let start = row * self.input_stride;
        let input = &self.input[start..start + inputs];
        let columns = &mut self.output.values[row * stride..(row + 1) * stride];
        let width = S::F32_LANES * PANEL;
        let mut start = 0;
        while start < *stride {
            let together = if stride - start >= 4 * width { 4 } else { 1 };
            let end = start + together * width;
            let weights = &panels[start * inputs..end * inputs];
            let (bias, columns) = (&bias[start..end], &mut columns[start..end]);
            match together {
                4 => one_row::<S, 4>(simd, input, weights, bias, columns),
                _ => one_row::<S, 1>(simd, input, weights, bias, columns),
            }
            start = end;
        }
        1
    }
}

/// Computes `PANELS` panels' columns of one row.
#[inline(always)]
fn one_row<S: Simd, const PANELS: usize>(
    simd: S,
    input: &[f32],
    weights: &[f32],
    bias: &[f32],
    columns: &mut [f32],
) {
    let mut panels = [[].as_slice(); PANELS];
    for (panel, weights) in panels
        .iter_mut()
        .zip(weights.chunks_exact(weights.len() / PANELS))
    {
        *panel = &S::as_simd_f32s(weights).0.as_chunks::<PANEL>().0[..input.len()];
    }
    let (bias, _) = S::as_simd_f32s(bias).0.as_chunks::<PANEL>();
    let mut sums = [[simd.splat_f32s(0.0); PANEL]; PANELS];
    sums.copy_from_slice(bias);
    for (index, value) in input.iter().enumerate() {
        let value = simd.splat_f32s(*value);
        for (sums, panel) in sums.iter_mut().zip(panels) {
            let [left, right] = panel[index];
            sums[0] = simd.mul_add_e_f32s(value, left, sums[0]);
            sums[1] = simd.mul_add_e_f32s(value, right, sums[1]);
        }
    }
    S::as_mut_simd_f32s(columns)
        .0
        .as_chunks_mut::<PANEL>()
        .0
        .copy_from_slice(&sums);
}

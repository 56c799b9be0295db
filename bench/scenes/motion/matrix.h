// Small symmetric matrices.
#ifndef BENCH_MATRIX_H
#define BENCH_MATRIX_H

#include <math.h>

// The most rows.
#define MATRIX_MOST 6

// What is left of a diagonal number, once the rows above explained their share, is at least that
// share of it: less is rounding. A larger one only makes a body heavier.
#define MATRIX_PIVOT 0x1p-50

// Solves m x = b in place, where m is symmetric and positive definite, size × size by rows, by
// m = L D Lᵀ.
static inline void matrix_solve_definite(int size, const double *m, double *x) {
    double low[MATRIX_MOST][MATRIX_MOST], pivots[MATRIX_MOST];
    for (int i = 0; i < size; ++i) {
        double left = m[i * size + i];
        for (int j = 0; j < i; ++j) {
            double term = m[i * size + j];
            for (int k = 0; k < j; ++k) {
                term -= low[i][k] * low[j][k] * pivots[k];
            }
            low[i][j] = term / pivots[j];
            left -= low[i][j] * term;
        }
        const double least = MATRIX_PIVOT * m[i * size + i];
        pivots[i] = left > least ? left : least;
        for (int j = 0; j < i; ++j) {
            x[i] -= low[i][j] * x[j];
        }
    }
    for (int i = size - 1; i >= 0; --i) {
        x[i] /= pivots[i];
        for (int j = i + 1; j < size; ++j) {
            x[i] -= low[j][i] * x[j];
        }
    }
}

// Solves m x = b in place for any m, overwritten, whose symmetric part is positive definite: its
// pivots are positive, in any order.
static inline void matrix_solve(int size, double *m, double *x) {
    for (int i = 0; i < size; ++i) {
        for (int row = i + 1; row < size; ++row) {
            const double factor = m[row * size + i] / m[i * size + i];
            for (int k = i; k < size; ++k) {
                m[row * size + k] -= factor * m[i * size + k];
            }
            x[row] -= factor * x[i];
        }
    }
    for (int i = size - 1; i >= 0; --i) {
        for (int k = i + 1; k < size; ++k) {
            x[i] -= m[i * size + k] * x[k];
        }
        x[i] /= m[i * size + i];
    }
}

// The largest eigenvalue of a symmetric matrix, 6 × 6, which is overwritten: Jacobi's method.
static inline double matrix_largest_eigenvalue(double m[6][6]) {
    for (int sweep = 0; sweep < 12; ++sweep) {
        for (int p = 0; p < 6; ++p) {
            for (int q = p + 1; q < 6; ++q) {
                // What is so small moves no bit of an eigenvalue, and the ratio would overflow.
                if (fabs(m[p][q]) <= 0x1p-400 * fabs(m[q][q] - m[p][p]) || m[p][q] == 0.0) {
                    continue;
                }
                const double ratio = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
                const double tangent =
                    (ratio >= 0.0 ? 1.0 : -1.0) / (fabs(ratio) + sqrt(1.0 + ratio * ratio));
                const double cosine = 1.0 / sqrt(1.0 + tangent * tangent), sine = tangent * cosine;
                for (int k = 0; k < 6; ++k) {
                    const double a = m[k][p], b = m[k][q];
                    m[k][p] = cosine * a - sine * b;
                    m[k][q] = sine * a + cosine * b;
                }
                for (int k = 0; k < 6; ++k) {
                    const double a = m[p][k], b = m[q][k];
                    m[p][k] = cosine * a - sine * b;
                    m[q][k] = sine * a + cosine * b;
                }
            }
        }
    }
    double largest = m[0][0];
    for (int i = 1; i < 6; ++i) {
        largest = m[i][i] > largest ? m[i][i] : largest;
    }
    return largest;
}

#endif

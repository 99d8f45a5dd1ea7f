// The explicit step in C++ for this processor: the spring list of the SIMD kernel, stride 4, a particle in
// one register. Reads a cloth, takes steps, writes the final state and the time in ms.
//
//   f_a = −[k(l − L₀) + k_d u] n,  u = (v_a − v_b)·n;   v⁺ = v + h(f/m + g − c v/m);   x⁺ = x + h v⁺
//
// usage: symplectic-euler IN OUT STEPS; both files hold floats of four bytes (see tests/bench/suites/native.ts)

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

typedef float Vector __attribute__((vector_size(16)));

static float dot(Vector a, Vector b) {
  const Vector p = a * b;
  return p[0] + p[1] + p[2];
}

struct Spring {
  uint32_t a, b;
  float restLength, stiffness, damping;
};

static void addSpringForces(const std::vector<Spring>& springs, const Vector* x, const Vector* v, Vector* f) {
  for (const Spring& s : springs) {
    const Vector d = x[s.a] - x[s.b];
    const float l = std::sqrt(dot(d, d));
    const float inverse = 1 / l;
    const float u = dot(v[s.a] - v[s.b], d) * inverse;
    const Vector tension = d * ((s.stiffness * (l - s.restLength) + s.damping * u) * inverse);
    f[s.a] -= tension;
    f[s.b] += tension;
  }
}

template <typename T> static std::vector<T> read(FILE* file, size_t count) {
  std::vector<T> values(count);
  if (std::fread(values.data(), sizeof(T), count, file) != count) std::exit(2);
  return values;
}

int main(int argc, char** argv) {
  if (argc != 4) return 1;
  FILE* in = std::fopen(argv[1], "rb");
  if (!in) return 2;
  const std::vector<float> head = read<float>(in, 5);
  const size_t n = static_cast<size_t>(head[0]);
  const size_t m = static_cast<size_t>(head[1]);
  const float h = head[2], g = head[3], drag = head[4];
  std::vector<Vector> x = read<Vector>(in, n), v = read<Vector>(in, n), f(n);
  const std::vector<float> w = read<float>(in, n);
  const std::vector<float> ends = read<float>(in, 2 * m), L = read<float>(in, m), k = read<float>(in, m), kd = read<float>(in, m);
  std::fclose(in);

  std::vector<Spring> springs(m);
  for (size_t j = 0; j < m; j++)
    springs[j] = {static_cast<uint32_t>(ends[2 * j]), static_cast<uint32_t>(ends[2 * j + 1]), L[j], k[j], kd[j]};

  const Vector down = {0, -g, 0, 0};
  const auto start = std::chrono::steady_clock::now();
  for (int step = std::atoi(argv[3]); step > 0; step--) {
    for (size_t i = 0; i < n; i++) f[i] = Vector{0, 0, 0, 0};
    addSpringForces(springs, x.data(), v.data(), f.data());
    for (size_t i = 0; i < n; i++) {
      if (w[i] == 0) continue;
      v[i] += h * (w[i] * (f[i] - drag * v[i]) + down);
      x[i] += h * v[i];
    }
  }
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;

  FILE* out = std::fopen(argv[2], "wb");
  if (!out || std::fwrite(v.data(), sizeof(Vector), n, out) != n) return 2;
  std::fclose(out);
  std::printf("%.6f\n", took.count());
}

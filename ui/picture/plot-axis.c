/* Ticks at 1-2-5 steps.  A tick is kept as a whole number of steps and written digit by digit from
 * it, so that no number shows a rounding error or the decimal sign of a locale. */
#include "picture/plot-parts.h"

#include <stdio.h>
#include <stdlib.h>

/* A span below this counts as none, so that steps are never denormal. */
#define LEAST_SPAN 1e-290
/* Differences this small against the values themselves are rounding errors of whoever computed
 * them: to blow them up to the whole height would mislead. */
#define LEAST_RELATIVE_SPAN 1e-13
/* From so many steps between zero and a tick on, its number would have too many digits. */
#define MOST_STEPS 1e5
/* So much of a step may a tick be beyond the end of the axis, much less than a pixel: a run to
 * 9.9999 s still shows its 10. */
#define SLACK 2e-3

void
bc_plot_axis_span (BcPlotAxis *axis, double low, double high, double margin)
{
  if (!(low <= high))
    {
      low = 0.0;
      high = 1.0;
    }
  double size = fmax (fabs (low), fabs (high)), extra = margin * (high - low);
  if (high - low <= fmax (LEAST_SPAN, LEAST_RELATIVE_SPAN * size))
    extra = size > LEAST_SPAN ? 0.5 * size : 1.0;
  *axis = (BcPlotAxis){ .low = low - extra, .high = high + extra };
}

static double
step_of (const BcPlotAxis *axis)
{
  return axis->mantissa * pow (10.0, axis->exponent);
}

/* The least 1-2-5 step that is not below `least`. */
static void
choose_step (BcPlotAxis *axis, double least)
{
  axis->exponent = (int) floor (log10 (least));
  double ratio = least / pow (10.0, axis->exponent) - 1e-9;
  axis->mantissa = ratio <= 1.0 ? 1 : ratio <= 2.0 ? 2 : 5;
  if (ratio > 5.0)
    {
      axis->mantissa = 1;
      axis->exponent++;
    }
}

/* A round number amid the ticks where they are far from zero compared to their distance. */
static void
choose_offset (BcPlotAxis *axis)
{
  axis->offset = 0.0;
  if (fmax (fabs (axis->low), fabs (axis->high)) < MOST_STEPS * step_of (axis))
    return;
  axis->offset_exponent = (int) ceil (log10 (axis->high - axis->low));
  double unit = pow (10.0, axis->offset_exponent);
  axis->offset = unit * round ((0.5 * axis->low + 0.5 * axis->high) / unit);
}

/* Thousands, millions, … or thousandths, where plain numbers would be long. */
static void
choose_power (BcPlotAxis *axis)
{
  int most = abs (axis->first) > abs (axis->last) ? abs (axis->first) : abs (axis->last);
  int digits = (int) floor (log10 ((double) most * axis->mantissa) + 1e-9) + axis->exponent;
  bool plain = digits >= -2 && digits < 5;
  axis->power = plain ? 0 : 3 * (int) floor (digits / 3.0);
}

void
bc_plot_axis_set_ticks (BcPlotAxis *axis, double most)
{
  double least = (axis->high - axis->low) / fmax (most, 2.0);
  do
    {
      choose_step (axis, least);
      choose_offset (axis);
      double step = step_of (axis);
      axis->first = (int) ceil ((axis->low - axis->offset) / step - SLACK);
      axis->last = (int) floor ((axis->high - axis->offset) / step + SLACK);
      least *= 0.5;
    }
  while (axis->last <= axis->first);
  choose_power (axis);
}

double
bc_plot_axis_tick (const BcPlotAxis *axis, int i)
{
  return axis->offset + i * step_of (axis);
}

static long long
power_of_ten (int n)
{
  long long power = 1;
  while (n-- > 0)
    power *= 10;
  return power;
}

/* n / 10^decimals */
static void
write_decimal (long long n, int decimals, char *text, size_t size)
{
  char fraction[24];
  long long unit = power_of_ten (decimals), whole = llabs (n) / unit, rest = llabs (n) % unit;
  snprintf (fraction, sizeof fraction, "%lld", unit + rest); /* 1, then the digits with zeros */
  fraction[0] = '.';
  snprintf (text, size, "%s%lld%s", n < 0 ? "\u2212" : "", whole, decimals > 0 ? fraction : "");
}

static void
write_power (int power, char *text, size_t size)
{
  static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  int n = abs (power);
  snprintf (text, size, "10%s%s%s%s", power < 0 ? "⁻" : "", n >= 100 ? digits[n / 100 % 10] : "",
            n >= 10 ? digits[n / 10 % 10] : "", digits[n % 10]);
}

void
bc_plot_axis_number (const BcPlotAxis *axis, int i, char *text, size_t size)
{
  int places = axis->power - axis->exponent;
  long long n = (long long) i * axis->mantissa;
  write_decimal (places < 0 ? n * power_of_ten (-places) : n, places > 0 ? places : 0, text, size);
}

/* The size of the offset: plain as long as that is short, else as a multiple of a power of ten. */
static void
write_offset (const BcPlotAxis *axis, char *text, size_t size)
{
  int exponent = axis->offset_exponent;
  long long n = llround (fabs (axis->offset) / pow (10.0, exponent));
  for (; n % 10 == 0 && n != 0; n /= 10)
    exponent++;
  if (exponent >= -9 && exponent <= 0)
    write_decimal (n, -exponent, text, size);
  else if (exponent > 0 && exponent < 7 && n < 10000000 / power_of_ten (exponent))
    write_decimal (n * power_of_ten (exponent), 0, text, size);
  else
    {
      int decimals = (int) log10 ((double) n);
      char power[24], digits[48] = "";
      write_power (exponent + decimals, power, sizeof power);
      write_decimal (n, decimals, digits, sizeof digits);
      snprintf (text, size, "%s×%s", digits, power);
    }
}

void
bc_plot_axis_note (const BcPlotAxis *axis, char *text, size_t size)
{
  char power[24] = "", offset[80] = "";
  if (axis->power != 0)
    write_power (axis->power, power, sizeof power);
  if (axis->offset != 0.0)
    write_offset (axis, offset, sizeof offset);
  const char *times = axis->power != 0 ? "×" : "", *gap = axis->power != 0 ? " " : "";
  const char *sign = axis->offset < 0.0 ? "\u2212 " : axis->offset > 0.0 ? "+ " : "";
  snprintf (text, size, "%s%s%s%s%s", times, power, offset[0] != '\0' ? gap : "", sign, offset);
}

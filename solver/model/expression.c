#include "model/expression.h"

#include "base/text.h"
#include "base/vec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Deep enough for any formula a person writes; guards the C stack and the value stack. */
#define MAX_DEPTH 60
#define MAX_STACK 64
#define MAX_OPS 4096

typedef BcJet (*UnaryJet) (BcJet a);

typedef enum
{
  OP_CONSTANT,
  OP_VARIABLE,
  OP_ADD,
  OP_SUB,
  OP_MUL,
  OP_DIV,
  OP_POW,
  OP_NEG,
  OP_CALL1,
  OP_MIN,
  OP_MAX,
  OP_ATAN2,
  OP_STEP,
} OpKind;

typedef struct
{
  OpKind kind;
  int column;
  double constant;
  UnaryJet call;
} Op;

struct BcExpression
{
  int n_ops;
  bool constant;
  Op *ops;
};

/* ---- jets: f(g) has derivatives f'g', f''g'² + f'g'' ---- */

static BcJet
chain (BcJet a, double f, double f1, double f2)
{
  return (BcJet){ f, f1 * a.d, f2 * a.d * a.d + f1 * a.dd };
}

static BcJet
jet_add (BcJet a, double sign, BcJet b)
{
  return (BcJet){ a.v + sign * b.v, a.d + sign * b.d, a.dd + sign * b.dd };
}

static BcJet
jet_mul (BcJet a, BcJet b)
{
  return (BcJet){ a.v * b.v, a.d * b.v + a.v * b.d, a.dd * b.v + 2.0 * a.d * b.d + a.v * b.dd };
}

static BcJet
jet_div (BcJet a, BcJet b)
{
  double r = 1.0 / b.v;
  return jet_mul (a, chain (b, r, -r * r, 2.0 * r * r * r));
}

static BcJet
jet_exp (BcJet a)
{
  double e = exp (a.v);
  return chain (a, e, e, e);
}

static BcJet
jet_log (BcJet a)
{
  double r = 1.0 / a.v;
  return chain (a, log (a.v), r, -r * r);
}

static BcJet
jet_pow (BcJet a, BcJet b)
{
  if (b.d == 0.0 && b.dd == 0.0)
    {
      /* A constant power also has derivatives at a <= 0. */
      double n = b.v;
      double f1 = n == 0.0 ? 0.0 : n * pow (a.v, n - 1.0);
      double f2 = n == 0.0 || n == 1.0 ? 0.0 : n * (n - 1.0) * pow (a.v, n - 2.0);
      return chain (a, pow (a.v, n), f1, f2);
    }
  return jet_exp (jet_mul (b, jet_log (a)));
}

static BcJet
jet_sin (BcJet a)
{
  return chain (a, sin (a.v), cos (a.v), -sin (a.v));
}

static BcJet
jet_cos (BcJet a)
{
  return chain (a, cos (a.v), -sin (a.v), -cos (a.v));
}

static BcJet
jet_tan (BcJet a)
{
  double t = tan (a.v), s = 1.0 + t * t;
  return chain (a, t, s, 2.0 * t * s);
}

static BcJet
jet_asin (BcJet a)
{
  double c = 1.0 - a.v * a.v, r = 1.0 / sqrt (c);
  return chain (a, asin (a.v), r, a.v * r / c);
}

static BcJet
jet_acos (BcJet a)
{
  double c = 1.0 - a.v * a.v, r = 1.0 / sqrt (c);
  return chain (a, acos (a.v), -r, -a.v * r / c);
}

static BcJet
jet_atan (BcJet a)
{
  double r = 1.0 / (1.0 + a.v * a.v);
  return chain (a, atan (a.v), r, -2.0 * a.v * r * r);
}

static BcJet
jet_sinh (BcJet a)
{
  return chain (a, sinh (a.v), cosh (a.v), sinh (a.v));
}

static BcJet
jet_cosh (BcJet a)
{
  return chain (a, cosh (a.v), sinh (a.v), cosh (a.v));
}

static BcJet
jet_tanh (BcJet a)
{
  double t = tanh (a.v), s = 1.0 - t * t;
  return chain (a, t, s, -2.0 * t * s);
}

static BcJet
jet_log10 (BcJet a)
{
  double r = 1.0 / (a.v * log (10.0));
  return chain (a, log10 (a.v), r, -r / a.v);
}

static BcJet
jet_sqrt (BcJet a)
{
  double s = sqrt (a.v);
  return chain (a, s, 0.5 / s, -0.25 / (s * a.v));
}

static BcJet
jet_abs (BcJet a)
{
  double sign = (a.v > 0.0) - (a.v < 0.0);
  return chain (a, fabs (a.v), sign, 0.0);
}

static BcJet
jet_sign (BcJet a)
{
  return (BcJet){ (a.v > 0.0) - (a.v < 0.0), 0.0, 0.0 };
}

static BcJet
jet_atan2 (BcJet y, BcJet x)
{
  double r2 = x.v * x.v + y.v * y.v;
  double n = x.v * y.d - y.v * x.d;
  double n_d = x.v * y.dd - y.v * x.dd;
  double r2_d = 2.0 * (x.v * x.d + y.v * y.d);
  return (BcJet){ atan2 (y.v, x.v), n / r2, n_d / r2 - n * r2_d / (r2 * r2) };
}

/* step(x, x0, y0, x1, y1): from y0 to y1 by a quintic whose first two derivatives vanish at the
 * ends, so that a driver that uses it starts and stops without a jolt. */
static BcJet
jet_step (const BcJet a[5])
{
  BcJet u = jet_div (jet_add (a[0], -1.0, a[1]), jet_add (a[3], -1.0, a[1]));
  BcJet h = u.v <= 0.0   ? (BcJet){ 0, 0, 0 }
            : u.v >= 1.0 ? (BcJet){ 1, 0, 0 }
                         : chain (u, u.v * u.v * u.v * (10.0 + u.v * (-15.0 + 6.0 * u.v)),
                                  30.0 * u.v * u.v * (1.0 - u.v) * (1.0 - u.v),
                                  60.0 * u.v * (1.0 - u.v) * (1.0 - 2.0 * u.v));
  return jet_add (a[2], 1.0, jet_mul (h, jet_add (a[4], -1.0, a[2])));
}

/* ---- names ---- */

typedef struct
{
  const char *name;
  int arguments;
  OpKind kind;
  UnaryJet call;
} Function;

static const Function functions[] = {
  { "sin", 1, OP_CALL1, jet_sin },     { "cos", 1, OP_CALL1, jet_cos },
  { "tan", 1, OP_CALL1, jet_tan },     { "asin", 1, OP_CALL1, jet_asin },
  { "acos", 1, OP_CALL1, jet_acos },   { "atan", 1, OP_CALL1, jet_atan },
  { "sinh", 1, OP_CALL1, jet_sinh },   { "cosh", 1, OP_CALL1, jet_cosh },
  { "tanh", 1, OP_CALL1, jet_tanh },   { "exp", 1, OP_CALL1, jet_exp },
  { "log", 1, OP_CALL1, jet_log },     { "ln", 1, OP_CALL1, jet_log },
  { "log10", 1, OP_CALL1, jet_log10 }, { "sqrt", 1, OP_CALL1, jet_sqrt },
  { "abs", 1, OP_CALL1, jet_abs },     { "sign", 1, OP_CALL1, jet_sign },
  { "min", 2, OP_MIN, NULL },          { "max", 2, OP_MAX, NULL },
  { "atan2", 2, OP_ATAN2, NULL },      { "step", 5, OP_STEP, NULL },
};

#define N_FUNCTIONS (sizeof functions / sizeof functions[0])

static const struct
{
  const char *name;
  double value;
} constants[] = { { "pi", BC_PI }, { "e", 2.71828182845904523536 } };

#define N_CONSTANTS (sizeof constants / sizeof constants[0])

const char *
bc_expression_function_name (size_t index)
{
  return index < N_FUNCTIONS ? functions[index].name : NULL;
}

const char *
bc_expression_reserved (const char *name)
{
  if (bc_unit_find (name, strlen (name)) != NULL)
    return "a unit";
  for (size_t i = 0; i < N_FUNCTIONS; i++)
    if (strcmp (functions[i].name, name) == 0)
      return "a function";
  for (size_t i = 0; i < N_CONSTANTS; i++)
    if (strcmp (constants[i].name, name) == 0)
      return "a constant";
  return NULL;
}

/* ---- compiler: recursive descent, one operation per node ---- */

typedef struct
{
  const char *text, *at;
  const BcExpressionContext *context;
  BcExpressionError *error;
  Op *ops;
  int n_ops, depth, stack;
  bool constant;
} Compiler;

static bool
fail (Compiler *c, const char *place, const char *text)
{
  if (c->error->column == 0)
    {
      c->error->column = (int) (place - c->text) + 1;
      snprintf (c->error->text, sizeof c->error->text, "%s", text);
    }
  return false;
}

static void
skip_space (Compiler *c)
{
  while (*c->at == ' ' || *c->at == '\t')
    c->at++;
}

static bool
is_name_start (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

static size_t
name_length (const char *at)
{
  size_t length = 0;
  if (is_name_start (*at))
    while (is_name_start (at[length]) || is_digit (at[length]))
      length++;
  return length;
}

/* `pops` operands leave the value stack, one result enters it. */
static bool
emit (Compiler *c, OpKind kind, const char *place, int pops, double constant, UnaryJet call)
{
  c->stack += 1 - pops;
  if (c->n_ops >= MAX_OPS || c->stack > MAX_STACK)
    return fail (c, place, "the expression is too long");
  c->ops[c->n_ops++] = (Op){ kind, (int) (place - c->text) + 1, constant, call };
  return true;
}

static bool compile_sum (Compiler *c, BcDimension *dimension);

static bool
require_ratio (Compiler *c, const char *place, const char *what, BcDimension dimension)
{
  if (bc_dimension_fits ((BcDimension) BC_DIM_NONE, dimension))
    return true;
  char buffer[100], text[160];
  snprintf (text, sizeof text, "%s takes a plain number or an angle, not %s", what,
            bc_dimension_name (dimension, buffer, sizeof buffer));
  return fail (c, place, text);
}

/* Two quantities that are added or compared must be alike; a bare number takes the other's side. */
static bool
require_same (Compiler *c, const char *place, BcDimension *a, BcDimension b)
{
  if (a->bare || b.open)
    *a = a->open ? *a : b;
  if (bc_dimension_fits (*a, b))
    return true;
  char left[100], right[100], text[200];
  snprintf (text, sizeof text, "%.80s and %.80s do not go together here",
            bc_dimension_name (*a, left, sizeof left), bc_dimension_name (b, right, sizeof right));
  return fail (c, place, text);
}

static bool
compile_call (Compiler *c, const Function *f, const char *place, BcDimension *dimension)
{
  BcDimension arguments[5] = { 0 };
  c->at++; /* the bracket */
  for (int i = 0; i < f->arguments; i++)
    {
      if (!compile_sum (c, &arguments[i]))
        return false;
      skip_space (c);
      char expected = i + 1 < f->arguments ? ',' : ')';
      if (*c->at != expected)
        {
          char text[120];
          snprintf (text, sizeof text, "%s takes %d argument%s; expected '%c' here", f->name,
                    f->arguments, f->arguments == 1 ? "" : "s", expected);
          return fail (c, c->at, text);
        }
      c->at++;
    }

  *dimension = arguments[0];
  switch (f->kind)
    {
    case OP_MIN:
    case OP_MAX:
      if (!require_same (c, place, dimension, arguments[1]))
        return false;
      break;
    case OP_ATAN2:
      if (!require_same (c, place, dimension, arguments[1]))
        return false;
      *dimension = (BcDimension) BC_DIM_ANGLE;
      break;
    case OP_STEP:
      if (!require_same (c, place, &arguments[0], arguments[1])
          || !require_same (c, place, &arguments[0], arguments[3])
          || !require_same (c, place, &arguments[2], arguments[4]))
        return false;
      *dimension = arguments[2];
      break;
    default:
      if (f->call == jet_sqrt)
        {
          if (dimension->m % 2 != 0 || dimension->kg % 2 != 0 || dimension->s % 2 != 0)
            return fail (c, place, "this square root has no proper unit");
          *dimension = (BcDimension){ dimension->m / 2,   dimension->kg / 2, dimension->s / 2,
                                      dimension->rad / 2, dimension->bare,   dimension->open };
        }
      else if (f->call == jet_sign)
        *dimension = (BcDimension) BC_DIM_BARE;
      else if (f->call != jet_abs)
        {
          if (!require_ratio (c, place, f->name, *dimension))
            return false;
          *dimension = (BcDimension) BC_DIM_BARE;
        }
    }
  return emit (c, f->kind, place, f->arguments, 0.0, f->call);
}

static bool
compile_name (Compiler *c, BcDimension *dimension)
{
  const char *name = c->at;
  size_t length = name_length (name);
  c->at += length;
  skip_space (c);
  if (*c->at == '(')
    {
      for (size_t i = 0; i < N_FUNCTIONS; i++)
        if (strlen (functions[i].name) == length && memcmp (functions[i].name, name, length) == 0)
          return compile_call (c, &functions[i], name, dimension);
      char text[160];
      snprintf (text, sizeof text, "there is no function \"%.*s\"",
                (int) (length < 40 ? length : 40), name);
      return fail (c, name, text);
    }

  *dimension = (BcDimension) BC_DIM_BARE;
  const char *variable = c->context->variable;
  if (variable != NULL && strlen (variable) == length && memcmp (variable, name, length) == 0)
    {
      c->constant = false;
      *dimension = (BcDimension) BC_DIM_OPEN;
      return emit (c, OP_VARIABLE, name, 0, 0.0, NULL);
    }
  for (size_t i = 0; i < N_CONSTANTS; i++)
    if (strlen (constants[i].name) == length && memcmp (constants[i].name, name, length) == 0)
      return emit (c, OP_CONSTANT, name, 0, constants[i].value, NULL);

  double value = 0.0;
  if (c->context->lookup != NULL
      && c->context->lookup (name, length, &value, dimension, c->context->data))
    return emit (c, OP_CONSTANT, name, 0, value, NULL);

  char text[200];
  int shown = (int) (length < 40 ? length : 40);
  if (bc_unit_find (name, length) != NULL)
    snprintf (text, sizeof text, "the unit \"%.*s\" needs a number before it", shown, name);
  else
    snprintf (text, sizeof text, "unknown name \"%.*s\": neither a parameter%s%s nor a unit", shown,
              name, variable != NULL ? ", nor the variable " : "",
              variable != NULL ? variable : "");
  return fail (c, name, text);
}

/* An optional small integer power after a unit: ^2, ^-1. */
static bool
compile_unit_power (Compiler *c, int *power)
{
  *power = 1;
  if (*c->at != '^')
    return true;
  const char *place = c->at++;
  int sign = *c->at == '-' ? -1 : 1;
  c->at += *c->at == '-';
  if (!is_digit (*c->at) || is_digit (c->at[1]))
    return fail (c, place, "the power of a unit is one digit, as in m^2");
  *power = sign * (*c->at++ - '0');
  return true;
}

/* The unit of this name, unless it is the variable's: t is time in a function, not a tonne. */
static const BcUnit *
find_unit (const Compiler *c, const char *name, size_t length)
{
  const char *variable = c->context->variable;
  if (length == 0
      || (variable != NULL && strlen (variable) == length && memcmp (variable, name, length) == 0))
    return NULL;
  return bc_unit_find (name, length);
}

/* A unit after a value: mm, rad/s, kg*m^2.  Goes on over * and / only while units follow. */
static bool
compile_unit (Compiler *c, BcDimension *dimension)
{
  skip_space (c);
  const char *start = c->at;
  size_t length = name_length (start);
  const BcUnit *unit = find_unit (c, start, length);
  if (unit == NULL)
    return true;

  double factor = 1.0;
  int sign = 1;
  while (unit != NULL)
    {
      int power = 1;
      c->at += length;
      if (!compile_unit_power (c, &power))
        return false;
      factor *= pow (unit->factor, sign * power);
      for (int i = 0; i < abs (power); i++)
        *dimension = bc_dimension_combine (*dimension, unit->dimension, power > 0 ? sign : -sign);
      dimension->bare = false;

      const char *ahead = c->at;
      while (*ahead == ' ')
        ahead++;
      unit = NULL;
      if (*ahead == '*' || *ahead == '/')
        {
          sign = *ahead++ == '*' ? 1 : -1;
          while (*ahead == ' ')
            ahead++;
          length = name_length (ahead);
          unit = find_unit (c, ahead, length);
          if (unit != NULL)
            c->at = ahead;
        }
    }
  if (factor == 1.0)
    return true;
  return emit (c, OP_CONSTANT, start, 0, factor, NULL) && emit (c, OP_MUL, start, 2, 0.0, NULL);
}

static bool
compile_primary (Compiler *c, BcDimension *dimension)
{
  skip_space (c);
  const char *place = c->at;
  if (*c->at == '(')
    {
      c->at++;
      if (!compile_sum (c, dimension))
        return false;
      skip_space (c);
      if (*c->at != ')')
        return fail (c, place, "this bracket is never closed");
      c->at++;
    }
  else if (is_digit (*c->at) || (*c->at == '.' && is_digit (c->at[1])))
    {
      char digits[64];
      size_t n = 0;
      const char *at = c->at;
      while (is_digit (*at) || *at == '.'
             || ((*at == 'e' || *at == 'E')
                 && (is_digit (at[1]) || ((at[1] == '+' || at[1] == '-') && is_digit (at[2]))))
             || ((*at == '+' || *at == '-') && n > 0 && (at[-1] == 'e' || at[-1] == 'E')))
        {
          if (n + 1 >= sizeof digits)
            return fail (c, place, "this number has too many digits");
          digits[n++] = *at++;
        }
      digits[n] = '\0';
      double value = 0.0;
      if (!bc_text_to_number (digits, &value))
        return fail (c, place, "this is not a number");
      if (!isfinite (value))
        return fail (c, place, "this number is too large");
      c->at = at;
      *dimension = (BcDimension) BC_DIM_BARE;
      if (!emit (c, OP_CONSTANT, place, 0, value, NULL))
        return false;
    }
  else if (is_name_start (*c->at))
    {
      if (!compile_name (c, dimension))
        return false;
    }
  else if (*c->at == '\0')
    return fail (c, place, "the expression ends where a number or a name should follow");
  else
    return fail (c, place, "a number, a name or '(' should stand here");
  return compile_unit (c, dimension);
}

static bool compile_factor (Compiler *c, BcDimension *dimension);

static bool
compile_power (Compiler *c, BcDimension *dimension)
{
  if (!compile_primary (c, dimension))
    return false;
  skip_space (c);
  if (*c->at != '^')
    return true;

  const char *place = c->at++;
  int first = c->n_ops;
  BcDimension exponent = BC_DIM_BARE;
  if (!compile_factor (c, &exponent) || !require_ratio (c, place, "a power", exponent))
    return false;
  if (!bc_dimension_fits ((BcDimension) BC_DIM_NONE, *dimension))
    {
      /* The unit of the result must be known now, so the power must be a plain whole number. */
      bool negative = c->n_ops == first + 2 && c->ops[first + 1].kind == OP_NEG;
      double n = c->ops[first].constant * (negative ? -1.0 : 1.0);
      if ((c->n_ops != first + 1 && !negative) || c->ops[first].kind != OP_CONSTANT
          || n != floor (n) || fabs (n) > 9.0)
        return fail (c, place, "a quantity with a unit takes a whole number as its power");
      int k = (int) n;
      *dimension = (BcDimension){ k * dimension->m,   k * dimension->kg, k * dimension->s,
                                  k * dimension->rad, dimension->bare,   false };
    }
  return emit (c, OP_POW, place, 2, 0.0, NULL);
}

static bool
compile_factor (Compiler *c, BcDimension *dimension)
{
  skip_space (c);
  if (c->depth++ >= MAX_DEPTH)
    return fail (c, c->at, "the expression is nested too deep");
  bool good = false;
  if (*c->at == '-' || *c->at == '+')
    {
      const char *place = c->at++;
      good =
          compile_factor (c, dimension) && (*place == '+' || emit (c, OP_NEG, place, 1, 0.0, NULL));
    }
  else
    good = compile_power (c, dimension);
  c->depth--;
  return good;
}

static bool
compile_product (Compiler *c, BcDimension *dimension)
{
  if (!compile_factor (c, dimension))
    return false;
  for (skip_space (c); *c->at == '*' || *c->at == '/'; skip_space (c))
    {
      const char *place = c->at++;
      BcDimension right = BC_DIM_BARE;
      if (!compile_factor (c, &right))
        return false;
      *dimension = bc_dimension_combine (*dimension, right, *place == '*' ? 1 : -1);
      if (!emit (c, *place == '*' ? OP_MUL : OP_DIV, place, 2, 0.0, NULL))
        return false;
    }
  return true;
}

static bool
compile_sum (Compiler *c, BcDimension *dimension)
{
  if (c->depth++ >= MAX_DEPTH)
    return fail (c, c->at, "the expression is nested too deep");
  if (!compile_product (c, dimension))
    return false;
  for (skip_space (c); *c->at == '+' || *c->at == '-'; skip_space (c))
    {
      const char *place = c->at++;
      BcDimension right = BC_DIM_BARE;
      if (!compile_product (c, &right) || !require_same (c, place, dimension, right)
          || !emit (c, *place == '+' ? OP_ADD : OP_SUB, place, 2, 0.0, NULL))
        return false;
    }
  c->depth--;
  return true;
}

BcExpression *
bc_expression_compile (BcArena *arena, const char *text, const BcExpressionContext *context,
                       BcDimension *dimension, BcExpressionError *error)
{
  Op ops[MAX_OPS];
  Compiler c = {
    .text = text, .at = text, .context = context, .error = error, .ops = ops, .constant = true
  };
  BcDimension found = BC_DIM_BARE;
  *error = (BcExpressionError){ 0 };
  if (!compile_sum (&c, &found))
    return NULL;
  skip_space (&c);
  if (*c.at != '\0')
    {
      fail (&c, c.at,
            is_name_start (*c.at) ? "a unit or an operator (+ - * / ^) should stand before this"
                                  : "an operator (+ - * / ^) should stand here");
      return NULL;
    }
  BcExpression *expression = bc_arena_alloc (arena, sizeof *expression);
  expression->n_ops = c.n_ops;
  expression->constant = c.constant;
  expression->ops = bc_arena_copy (arena, ops, (size_t) c.n_ops * sizeof (Op));
  *dimension = found;
  return expression;
}

/* ---- evaluation ---- */

/* Stops at the first operation with a value that is not finite and reports it in `fault`. */
static BcJet
evaluate (const BcExpression *expression, double x, const Op **fault)
{
  BcJet stack[MAX_STACK];
  int n = 0;
  stack[0] = (BcJet){ 0, 0, 0 };
  for (int i = 0; i < expression->n_ops; i++)
    {
      const Op *op = &expression->ops[i];
      switch (op->kind)
        {
        case OP_CONSTANT:
          stack[n++] = (BcJet){ op->constant, 0.0, 0.0 };
          break;
        case OP_VARIABLE:
          stack[n++] = (BcJet){ x, 1.0, 0.0 };
          break;
        case OP_NEG:
          stack[n - 1] = jet_add ((BcJet){ 0, 0, 0 }, -1.0, stack[n - 1]);
          break;
        case OP_CALL1:
          stack[n - 1] = op->call (stack[n - 1]);
          break;
        case OP_STEP:
          n -= 4;
          stack[n - 1] = jet_step (&stack[n - 1]);
          break;
        default:
          {
            BcJet b = stack[--n], a = stack[n - 1];
            stack[n - 1] = op->kind == OP_ADD     ? jet_add (a, 1.0, b)
                           : op->kind == OP_SUB   ? jet_add (a, -1.0, b)
                           : op->kind == OP_MUL   ? jet_mul (a, b)
                           : op->kind == OP_DIV   ? jet_div (a, b)
                           : op->kind == OP_POW   ? jet_pow (a, b)
                           : op->kind == OP_ATAN2 ? jet_atan2 (a, b)
                           : op->kind == OP_MIN   ? (a.v <= b.v ? a : b)
                                                  : (a.v >= b.v ? a : b);
          }
        }
      if (fault != NULL && !isfinite (stack[n - 1].v))
        {
          *fault = op;
          return stack[n - 1];
        }
    }
  return stack[0];
}

BcJet
bc_expression_evaluate (const BcExpression *expression, double x)
{
  return evaluate (expression, x, NULL);
}

bool
bc_expression_check (const BcExpression *expression, double x, BcExpressionError *error)
{
  const Op *fault = NULL;
  evaluate (expression, x, &fault);
  if (fault == NULL)
    return true;
  error->column = fault->column;
  snprintf (error->text, sizeof error->text, "%s",
            fault->kind == OP_DIV     ? "division by zero"
            : fault->kind == OP_CALL1 ? "the function has no value for this argument"
            : fault->kind == OP_POW   ? "the power has no value here"
                                      : "the result is not a finite number");
  return false;
}

bool
bc_expression_is_constant (const BcExpression *expression)
{
  return expression->constant;
}

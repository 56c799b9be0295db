// What MSVC's math.h has and Wine's has not: functions of long double, which is double there.
#ifndef MSVC_LONG_DOUBLE_H
#define MSVC_LONG_DOUBLE_H

#define acosl acos
#define asinl asin
#define atan2l atan2
#define coshl cosh
#define cosl cos
#define expl exp
#define fabsl fabs
#define fmaxl fmax
#define fminl fmin
#define sinhl sinh
#define sinl sin
#define sqrtl sqrt

#endif

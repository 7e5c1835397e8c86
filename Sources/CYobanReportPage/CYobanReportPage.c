// The files of the page, embedded by the C compiler at once. SwiftPM's embedded resources are array
// literals, which the Swift compiler needs several seconds to check.
#include "CYobanReportPage.h"

// clang has #embed in every language mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The colors come first, because the other sheets use them.
static const unsigned char style[] = {
#embed "../YobanReports/Page/colors.css" suffix(,)
'\n',
#embed "../YobanReports/Page/page.css" suffix(,)
'\n',
#embed "../YobanReports/Page/timeline.css" suffix(,)
0};

static const unsigned char script[] = {
#embed "../YobanReports/Page/data.js" suffix(,)
'\n',
#embed "../YobanReports/Page/time.js" suffix(,)
'\n',
#embed "../YobanReports/Page/view.js" suffix(,)
'\n',
#embed "../YobanReports/Page/layout.js" suffix(,)
'\n',
#embed "../YobanReports/Page/draw-density.js" suffix(,)
'\n',
#embed "../YobanReports/Page/draw-spans.js" suffix(,)
'\n',
#embed "../YobanReports/Page/draw-marks.js" suffix(,)
'\n',
#embed "../YobanReports/Page/draw-curve.js" suffix(,)
'\n',
#embed "../YobanReports/Page/chart.js" suffix(,)
'\n',
#embed "../YobanReports/Page/overview.js" suffix(,)
'\n',
#embed "../YobanReports/Page/hover.js" suffix(,)
'\n',
#embed "../YobanReports/Page/list.js" suffix(,)
'\n',
#embed "../YobanReports/Page/input.js" suffix(,)
'\n',
#embed "../YobanReports/Page/main.js" suffix(,)
0};

const char *yoban_report_style(void) { return (const char *)style; }

const char *yoban_report_script(void) { return (const char *)script; }

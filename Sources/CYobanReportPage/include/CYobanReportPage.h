#pragma once

/// The style sheet of the page, as UTF-8 with a zero at its end.
const char *yoban_report_style(void);

/// The scripts of the page in the order of their dependencies, as UTF-8 with a zero at its end.
const char *yoban_report_script(void);

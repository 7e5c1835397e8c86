# Reads the files of an export with read.myacc.csv of GGIR, with the arguments of the call in ggir.R, and then runs the
# script itself. Arguments: the folder of the export.
suppressPackageStartupMessages(library(GGIR))
setwd(commandArgs(trailingOnly = TRUE)[1])
script <- parse("ggir.R")
call <- as.list(script[[length(script)]])
stopifnot(identical(call[[1]], as.name("GGIR")))
reading <- call[grepl("^(rmc[.]|desiredtz)", names(call))]
reading$rmc.noise <- NULL
for (file in list.files("data", full.names = TRUE)) {
  P <- do.call(read.myacc.csv, c(list(rmc.file = file), reading))
  steps <- diff(P$data$time)
  cat(sprintf(
    "%s: %d rows from %.3f to %.3f, steps %.6f to %.6f, mean length %.4f g\n", basename(file), nrow(P$data),
    P$data$time[1], P$data$time[nrow(P$data)], min(steps), max(steps),
    mean(sqrt(P$data$x^2 + P$data$y^2 + P$data$z^2))))
}
sink(tempfile())
source("ggir.R")
sink()
meta <- Sys.glob("results/output_data/meta/basic/meta_*.RData")
for (file in meta) {
  load(file)
  cat(sprintf(
    "%s: %d epochs of 5 s from %s at %d Hz\n", basename(file), nrow(M$metashort), M$metashort$timestamp[1],
    as.integer(I$sf)))
}
cat(basename(Sys.glob("results/output_data/results/part2_summary.csv")), "\n")

/// The script in R with the call of GGIR for files that have the rows of `GGIRTable`.
public struct GGIRScript: Sendable {
  /// The sample rate in Hz, which GGIR wants as a whole number.
  public let sampleRate: Int
  /// The name of a time zone, such as `Europe/Berlin`: where the device was worn.
  public let timeZone: String

  /// - Parameter timeZone: without quotation marks and backslashes.
  public init(sampleRate: Int, timeZone: String) {
    self.sampleRate = sampleRate
    self.timeZone = timeZone
  }

  /// The arguments with which GGIR reads a file.
  var arguments: [String] {
    [
      "rmc.firstrow.acc = 2, rmc.col.time = 1, rmc.col.acc = 2:4",
      "rmc.unit.time = \"UNIXsec\", rmc.unit.acc = \"g\", rmc.sf = \(sampleRate)",
      "rmc.check4timegaps = TRUE, rmc.doresample = TRUE",
      "desiredtz = \"\(timeZone)\"",
    ]
  }

  /// The text of the script. It is run in the folder that has the folder `data` with the files.
  public var text: String {
    """
    # Run this in its folder: Rscript ggir.R
    # GGIR reads the files in data and writes into results. Set the arguments of your analysis, and
    # rmc.noise to the noise of your sensor in g.
    library(GGIR)
    dir.create("results", showWarnings = FALSE)
    GGIR(
      mode = 1:2, do.report = 2, datadir = "data", outputdir = "results", rmc.noise = 0.013,
      \(arguments.joined(separator: ",\n  ")))

    """
  }
}

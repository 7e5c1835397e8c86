/// The rows of a CSV file that `read.myacc.csv` of GGIR reads: seconds since 1970, and the acceleration in g.
///
/// The samples have their real times, because GGIR itself puts them on a regular grid (`rmc.doresample`) and fills gaps
/// (`rmc.check4timegaps`). The file has a row of column names and no header block: with a header block, GGIR 3.3 reads
/// the file and fails when it writes its report (`g.report.part2.R`, `if (header != "no header")`).
public struct GGIRTable: Sendable {
  /// The first line of a file.
  public static let header = "time,x,y,z\n"
  /// The digits of the times after the point. GGIR reads binary64, which has room for them until the year 2106.
  private static let timeDigits = 6

  public let unit: Acceleration
  /// The number of samples that are not in the file: those without a finite value for each axis, and those whose
  /// time, in microseconds, is that of the sample before. GGIR needs times that increase.
  public private(set) var omittedCount = 0
  private var lastMicroseconds: Int64?

  public init(unit: Acceleration) { self.unit = unit }

  /// Appends the row of a sample. Samples must be in the order of their times.
  ///
  /// - Parameters:
  ///   - time: in nanoseconds since 1970.
  ///   - axes: the values of x, y and z.
  public mutating func append(_ time: Int64, _ axes: [Double], to text: inout String) {
    let microseconds = DecimalSeconds.floorDivide(time, 1_000)
    guard axes.allSatisfy(\.isFinite), lastMicroseconds.map({ $0 < microseconds }) ?? true else {
      omittedCount += 1
      return
    }
    lastMicroseconds = microseconds
    text += DecimalSeconds.text(time, digits: Self.timeDigits)
    for value in axes { text += "," + unit.gravities(value).description }
    text += "\n"
  }
}

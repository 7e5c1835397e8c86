/// A time of modification that ZIP can represent.
struct ZipTime {
  /// In seconds since 1970 UTC, from 1980-01-01 00:00:00 to 2037-12-31 23:59:58.
  let seconds: Int64
  /// The same time in UTC, in the format of MS-DOS: the date in the upper 16 bits, the time of day in
  /// the lower 16 bits in steps of 2 seconds.
  let dosTime: UInt32

  /// Replaces a time out of range by the nearest one in range.
  init(_ secondsSince1970: Int64) {
    // The extra field for UTC has 32 bits with a sign, the field of MS-DOS begins with 1980.
    seconds = min(max(secondsSince1970, 315_532_800), 2_145_916_798)
    let (day, second) = (Int(seconds / 86_400), Int(seconds % 86_400))
    // Days since 1980-01-01. In this range, every fourth year is a leap year.
    var rest = day - 3_652
    var year = rest / 1_461 * 4
    rest %= 1_461
    if rest >= 366 {
      year += 1 + (rest - 366) / 365
      rest = (rest - 366) % 365
    }
    var month = 1
    for length in [31, year % 4 == 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
      if rest < length { break }
      rest -= length
      month += 1
    }
    let (hour, minute) = (second / 3_600, second / 60 % 60)
    let date = (year << 9) + (month << 5) + rest + 1
    let time = (hour << 11) + (minute << 5) + second % 60 / 2
    dosTime = UInt32((date << 16) + time)
  }
}

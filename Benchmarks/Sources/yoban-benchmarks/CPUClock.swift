import Foundation

/// A clock for the CPU time of this process since the clock's creation: user and system, all
/// threads.
struct CPUClock {
  private let start = CPUClock.now()

  var seconds: Double { Self.now() - start }

  /// Returns the CPU time of all child processes that have ended.
  static func children() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

func rounded(_ value: Double) -> String { String(format: "%.2f", value) }

func report(_ name: String, operations: Int, seconds: Double, unit: String) {
  let rate = Double(operations) / seconds / 1e6
  print(
    "\(name): \(rounded(seconds)) s CPU, \(rounded(rate)) million \(unit)/s, \(rounded(seconds / Double(operations) * 1e9)) ns each"
  )
}

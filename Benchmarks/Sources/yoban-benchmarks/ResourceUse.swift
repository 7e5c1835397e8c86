import Foundation

/// The resources that this process has used, or holds, at one moment.
struct ResourceUse {
  /// Seconds since an unspecified moment.
  var wall: Double
  /// CPU seconds in user mode and in the kernel, all threads.
  var user: Double
  var system: Double
  /// The number of times that a thread stopped to wait.
  var threadSwitches: Int
  /// Resident memory, in MB.
  var resident: Double
  var threads: Int
  var descriptors: Int
  /// The folders of the worlds of all programs.
  var folders: Int

  /// The CPU seconds between this moment and a later one. `CPUClock` would measure virtual time inside of a world.
  func processor(to end: ResourceUse) -> Double { end.user - user + end.system - system }

  static var now: ResourceUse {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return ResourceUse(
      wall: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9, user: seconds(usage.ru_utime),
      system: seconds(usage.ru_stime), threadSwitches: usage.ru_nvcsw,
      resident: residentMegabytes, threads: count("/proc/self/task"),
      descriptors: count("/proc/self/fd"),
      folders: worldFolders)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }

  private static func count(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
  }

  private static var worldFolders: Int {
    func contents(_ folder: String) -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
    var found = 0
    for parent in ["/dev/shm", FileManager.default.temporaryDirectory.path] {
      for name in contents(parent) where name.hasPrefix("yoban-worlds-") {
        found += contents("\(parent)/\(name)").count
      }
    }
    return found
  }

  private static var residentMegabytes: Double {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = fields.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6
  }
}

/// The cost of some runs.
struct RunCost {
  var runs: Int
  var cpu: Double

  init(_ name: String, runs: Int, events: Int, from start: ResourceUse, to end: ResourceUse) {
    self.runs = runs
    let (user, system) = (end.user - start.user, end.system - start.system)
    cpu = start.processor(to: end)
    let wall = end.wall - start.wall
    func each(_ value: Double) -> String { rounded(value / Double(runs) * 1000) }
    print(
      "\(name): \(Int(Double(runs) / cpu)) runs per CPU second, \(Int(Double(runs) / wall)) per second"
    )
    print(
      "  each: \(each(user)) ms user, \(each(system)) ms system, \(each(wall)) ms wall, \(events / runs) events, \((end.threadSwitches - start.threadSwitches) / runs) thread switches"
    )
  }
}

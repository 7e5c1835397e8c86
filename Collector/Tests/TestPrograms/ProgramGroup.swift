import Foundation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

extension Configuration {
  /// A program in a group of its own. On Linux, the group is killed when the process of the tests ends, in
  /// whatever way it does: the shell that becomes the program leaves a process in the group that waits for this.
  ///
  /// - Parameter cleanUp: commands of the shell that run before, with `$$` for the number of the program.
  /// - Throws: an error if the program does not exist.
  init(
    _ arguments: [String], _ environment: [String: String], in folder: String?, cleanUp: String
  ) async throws {
    var variables: [Environment.Key: String?] = [:]
    for (name, value) in environment {
      if let key = Environment.Key(rawValue: name) { variables[key] = value }
    }
    let name = arguments.first ?? ""
    let executable = name.contains("/") ? Executable.path(FilePath(name)) : .name(name)
    let program = try await executable.resolveExecutablePath(in: .inherit.updating(variables))
    guard FileManager.default.isExecutableFile(atPath: program.string) else {
      throw MissingProgram(name: name)
    }
    var all = [program.string] + arguments.dropFirst()
    #if os(Linux)
      let watcher = "trap '' HUP INT TERM; cat \"$0\"; \(cleanUp)\nkill -KILL 0"
      let script = "(\(watcher)) </dev/null >/dev/null 2>&1 & exec \"$@\""
      all = ["/bin/sh", "-c", script, endOfTests] + all
    #endif
    self.init(
      executable: .path(FilePath(all[0])), arguments: Arguments(Array(all.dropFirst())),
      environment: .inherit.updating(variables), workingDirectory: folder.map { FilePath($0) })
    platformOptions.processGroupID = 0
  }
}

struct MissingProgram: Error, CustomStringConvertible {
  var name: String
  var description: String { "\(name) is no program that can be run" }
}

#if os(Linux)
  /// The path of a pipe whose end can be read when the process of the tests has ended. Only this process has the
  /// other end, also if something else than `Subprocess` starts a program.
  private let endOfTests: String = {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0, "pipe: error \(errno)")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return "/proc/\(getpid())/fd/\(ends[0])"
  }()
#endif

/// Kills what is left of the group of a program that has ended. The number cannot have been used again: the process
/// that waits for the end of the tests is in the group.
func killGroup(of program: Int32) { kill(-program, SIGKILL) }

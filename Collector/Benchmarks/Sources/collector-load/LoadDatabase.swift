import CSQLite
import Foundation

/// The database of a measured collector, which other programs may change while the collector does not run.
struct LoadDatabase {
  /// The value of `--database`: a file, or the URL of a database of PostgreSQL.
  let location: String

  /// The database named by `YOBAN_LOAD_DATABASE`, which has to be empty, or a new file in the folder.
  init(folder: String) {
    location = ProcessInfo.processInfo.environment["YOBAN_LOAD_DATABASE"] ?? folder + "/load.sqlite"
    remove()
  }

  var isPostgres: Bool { location.hasPrefix("postgres") }

  /// Removes the file. A database of PostgreSQL stays.
  func remove() {
    guard !isPostgres else { return }
    for suffix in ["", "-wal", "-shm"] { unlink(location + suffix) }
  }

  /// Runs statements, and returns the first column of their rows.
  @discardableResult func run(_ statements: String) -> [String] {
    isPostgres ? runInPostgres(statements) : runInSQLite(statements)
  }

  func columns(of table: String) -> [String] {
    run(
      isPostgres
        ? """
        SELECT column_name FROM information_schema.columns
        WHERE table_name = '\(table)' AND table_schema = 'public' ORDER BY ordinal_position
        """
        : "SELECT name FROM pragma_table_info('\(table)')")
  }

  /// The bytes of the database on the disk.
  var byteCount: Int {
    let pages = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    let text = run(isPostgres ? "SELECT pg_database_size(current_database())" : pages)
    return text.first.flatMap { Int($0) } ?? 0
  }

  private func runInPostgres(_ statements: String) -> [String] {
    let command = Process()
    let output = Pipe()
    command.executableURL = URL(filePath: "/usr/bin/env")
    command.arguments = [
      "psql", location, "--no-psqlrc", "--quiet", "--tuples-only", "--no-align",
      "--set=ON_ERROR_STOP=1", "--command=\(statements)",
    ]
    command.standardOutput = output
    do { try command.run() } catch { fail("psql cannot be started: \(error)") }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    command.waitUntilExit()
    require(command.terminationStatus == 0, "PostgreSQL has refused: \(statements)")
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func runInSQLite(_ statements: String) -> [String] {
    final class Rows { var values: [String] = [] }
    var database: OpaquePointer?
    require(sqlite3_open(location, &database) == SQLITE_OK, "\(location) cannot be opened")
    defer { sqlite3_close(database) }
    let rows = Rows()
    let code = sqlite3_exec(
      database, "PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000;" + statements,
      { context, _, values, _ in
        let rows = Unmanaged<Rows>.fromOpaque(context!).takeUnretainedValue()
        rows.values.append(values?[0].map { String(cString: $0) } ?? "")
        return 0
      }, Unmanaged.passUnretained(rows).toOpaque(), nil)
    require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(database))): \(statements)")
    return rows.values
  }
}

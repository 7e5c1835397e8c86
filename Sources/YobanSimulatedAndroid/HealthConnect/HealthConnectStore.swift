import Foundation
import YobanSimulatedDevices

/// The records of Health Connect, the log of their changes, and the tokens of apps (AN27). Pure.
///
/// Times are milliseconds since 1970 by the device's clock, also the ages of tokens, as in AOSP.
struct HealthConnectStore {
  /// A change in the log. Its row is its place, beginning with 1.
  private struct Change {
    var id: String
    var type: HealthConnectRecordType
    var origin: String
    var millis: Int64
    var isDeletion: Bool
  }

  private struct Token {
    var request: HealthConnectTokenRequest
    var package: String
    /// The last row of the log that the token has seen.
    var row: Int
    var millis: Int64
  }

  /// The beginning of a page as in AOSP: the start of its first record, and how many records with this start are on
  /// earlier pages.
  private struct Page {
    var startMillis: Int64
    var offset: Int
    var isAscending: Bool
  }

  /// The records, in the order in which they were written first.
  private(set) var records: [HealthConnectRecord] = []
  private var log: [Change] = []
  private var tokens: [Token] = []
  /// The beginnings of pages; a page token is a place in this list.
  private var pages: [Page] = []

  // MARK: Records

  /// Writes a record. It replaces the one that the same app wrote with the same name, unless that has a higher version.
  ///
  /// - Returns: the record with its identifier.
  mutating func insert(
    _ record: HealthConnectRecord, from origin: String, at millis: Int64, id: String
  ) -> HealthConnectRecord {
    var record = record
    (record.id, record.origin, record.lastModifiedMillis) = (id, origin, millis)
    let known = records.firstIndex {
      record.clientRecordId != nil && $0.clientRecordId == record.clientRecordId
        && $0.origin == origin && $0.type == record.type
    }
    if let known {
      record.id = records[known].id
      guard record.clientRecordVersion >= records[known].clientRecordVersion else {
        return record
      }
      records[known] = record
    } else {
      records.append(record)
    }
    note(record, at: millis, isDeletion: false)
    return record
  }

  /// Deletes a record. Returns it, or nil if there is none.
  mutating func delete(_ id: String, at millis: Int64) -> HealthConnectRecord? {
    guard let i = records.firstIndex(where: { $0.id == id }) else { return nil }
    let record = records.remove(at: i)
    note(record, at: millis, isDeletion: true)
    return record
  }

  private mutating func note(_ record: HealthConnectRecord, at millis: Int64, isDeletion: Bool) {
    log.append(
      Change(
        id: record.id, type: record.type, origin: record.origin, millis: millis,
        isDeletion: isDeletion))
  }

  /// Returns the records that a query finds, by their start.
  ///
  /// - Parameter isVisible: whether the app may read a record.
  mutating func read(
    _ query: HealthConnectQuery, where isVisible: (HealthConnectRecord) -> Bool
  ) -> HealthConnectAnswer {
    let page = query.page.flatMap { pages.indices.contains($0) ? pages[$0] : nil }
    let isAscending = page?.isAscending ?? query.isAscending
    let found = records.enumerated().filter { _, record in
      record.type == query.type
        && (query.origins.isEmpty || query.origins.contains(record.origin))
        && query.contains(record.startMillis) && isVisible(record)
    }.sorted { a, b in
      let isEarlier = (a.element.startMillis, a.offset) < (b.element.startMillis, b.offset)
      return isEarlier == isAscending
    }.map(\.element)
    let first = page.map { Self.beginning(of: $0, in: found) } ?? 0
    let end = min(found.count, first + query.pageSize)
    guard end < found.count else { return HealthConnectAnswer(records: Array(found[first...])) }
    let start = found[end].startMillis
    pages.append(
      Page(
        startMillis: start, offset: found[..<end].count { $0.startMillis == start },
        isAscending: isAscending))
    return HealthConnectAnswer(records: Array(found[first..<end]), nextPage: pages.count - 1)
  }

  private static func beginning(of page: Page, in found: [HealthConnectRecord]) -> Int {
    let first = found.firstIndex {
      page.isAscending ? $0.startMillis >= page.startMillis : $0.startMillis <= page.startMillis
    }
    guard let first, found[first].startMillis == page.startMillis else {
      return first ?? found.count
    }
    return min(found.count, first + page.offset)
  }

  // MARK: Changes

  /// Returns a token for the changes from now on.
  mutating func token(
    _ request: HealthConnectTokenRequest, for package: String, at millis: Int64
  ) -> String {
    token(Token(request: request, package: package, row: log.count, millis: millis))
  }

  private mutating func token(_ token: Token) -> String {
    tokens.append(token)
    return String(tokens.count)
  }

  private func token(_ name: String, of package: String) throws(HealthConnectFailure) -> Token {
    guard let number = Int(name), tokens.indices.contains(number - 1),
      tokens[number - 1].package == package
    else { throw .invalidToken(isExpired: false) }
    return tokens[number - 1]
  }

  /// Returns the request and the row of an app's token, whether it is still valid or not.
  func position(of name: String, of package: String) throws(HealthConnectFailure) -> (
    request: HealthConnectTokenRequest, row: Int
  ) {
    let token = try token(name, of: package)
    return (token.request, token.row)
  }

  /// Checks whether a token is valid.
  func check(
    _ name: String, of package: String, lifetime: Duration, at millis: Int64
  ) throws(HealthConnectFailure) {
    let token = try token(name, of: package)
    let (age, _) = millis.subtractingReportingOverflow(token.millis)
    guard .milliseconds(age) < lifetime else { throw .invalidToken(isExpired: true) }
  }

  /// Returns the changes after a token, at most `pageSize`. Without changes the answer has the same token again.
  mutating func changes(
    after name: String, of package: String, pageSize: Int, at millis: Int64,
    where isVisible: (HealthConnectRecord) -> Bool
  ) throws(HealthConnectFailure) -> HealthConnectChanges {
    let token = try token(name, of: package)
    let rows = log.indices.dropFirst(token.row).filter { isMeant(log[$0], by: token.request) }
    let page = rows.prefix(pageSize)
    guard let last = page.last else { return HealthConnectChanges(nextToken: name) }
    var upserted: [HealthConnectRecord] = []
    for row in page where !log[row].isDeletion {
      let record = records.first { $0.id == log[row].id }
      guard let record, isVisible(record), !upserted.contains(where: { $0.id == record.id }) else {
        continue
      }
      upserted.append(record)
    }
    let deleted = page.filter { log[$0].isDeletion }.map { (log[$0].id, log[$0].millis) }
    let next = self.token(
      Token(request: token.request, package: package, row: last + 1, millis: millis))
    return HealthConnectChanges(
      upserted: upserted, deleted: deleted, nextToken: next, hasMore: rows.count > page.count)
  }

  private func isMeant(_ change: Change, by request: HealthConnectTokenRequest) -> Bool {
    request.types.contains(change.type)
      && (request.origins.isEmpty || request.origins.contains(change.origin))
  }

  /// The number of changes by other apps that a request means, in the rows after the first one, up to the second one.
  func changes(
    _ request: HealthConnectTokenRequest, notBy package: String, after row: Int, upTo end: Int
  ) -> Int {
    log.prefix(end).dropFirst(row).count { isMeant($0, by: request) && $0.origin != package }
  }
}

/// A read of records of one type.
package struct HealthConnectQuery: Sendable, Hashable {
  package var type: HealthConnectRecordType
  /// The packages of the apps that wrote them; empty for all apps.
  package var origins: [String]
  /// The records start at or after the first time and before the second one.
  package var fromMillis: Int64?
  package var toMillis: Int64?
  package var isAscending = true
  package var pageSize: Int
  /// The token of a page, from an earlier answer; it also decides about the order.
  package var page: Int?

  package init(
    _ type: HealthConnectRecordType, of origins: [String] = [], from fromMillis: Int64? = nil,
    to toMillis: Int64? = nil, isAscending: Bool = true, pageSize: Int, page: Int? = nil
  ) {
    (self.type, self.origins, self.fromMillis, self.toMillis) = (
      type, origins, fromMillis, toMillis
    )
    (self.isAscending, self.pageSize, self.page) = (isAscending, pageSize, page)
  }

  func contains(_ startMillis: Int64) -> Bool {
    fromMillis.map { $0 <= startMillis } ?? true && toMillis.map { startMillis < $0 } ?? true
  }
}

/// The records that a read found.
package struct HealthConnectAnswer: Sendable, Hashable {
  package var records: [HealthConnectRecord]
  /// The token of the next page; nil if there is none.
  package var nextPage: Int?
}

/// The changes for which an app gets a token.
package struct HealthConnectTokenRequest: Sendable, Hashable {
  package var types: [HealthConnectRecordType]
  /// The packages of the apps that wrote the records; empty for all apps.
  package var origins: [String]

  package init(_ types: [HealthConnectRecordType], of origins: [String] = []) {
    (self.types, self.origins) = (types, origins)
  }
}

/// The changes after a token.
package struct HealthConnectChanges: Sendable {
  /// The records that were written and still exist.
  package var upserted: [HealthConnectRecord] = []
  package var deleted: [(id: String, millis: Int64)] = []
  package var nextToken: String
  package var hasMore = false
}

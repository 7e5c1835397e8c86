import YobanFoundation

extension NSPersistentStore {
  /// Writes what a save has changed.
  func record(_ plan: SavePlan, _ saved: [ObjectIdentifier: SavedRow]) throws {
    var changes: [[String: Any]] = []
    for (type, list) in [
      ("insert", plan.inserted), ("update", plan.updated), ("delete", plan.deleted),
    ] {
      for object in list {
        guard let row = (saved[ObjectIdentifier(object)]?.id ?? object.objectID).row else {
          continue
        }
        changes.append([
          "type": type, "entity": object.entity.name ?? "", "id": row,
          "keys": object.changedKeys.sorted(),
        ])
      }
    }
    let data = try PropertyListSerialization.data(
      fromPropertyList: changes, format: .binary, options: 0)
    func text(_ value: String?) -> SQLiteDatabase.Value { value.map { .text($0) } ?? .null }
    try database.run(
      "INSERT INTO _history (moment, author, context, changes) VALUES (?, ?, ?, ?)",
      [
        .real(Date().timeIntervalSinceReferenceDate), text(plan.author), text(plan.context),
        .blob(data),
      ])
  }

  /// The number of the last transaction, 0 if there is none.
  func lastTransaction() throws -> Int64 {
    guard case .integer(let number) = try database.value("SELECT max(number) FROM _history") else {
      return 0
    }
    return number
  }

  /// The transactions after a moment, the oldest first.
  func transactions(_ limit: NSPersistentHistoryChangeRequest.Limit) throws
    -> [NSPersistentHistoryTransaction]
  {
    var condition = ""
    var values: [SQLiteDatabase.Value] = []
    switch limit {
    case .date(let date):
      condition = "WHERE moment > ?"
      values = [.real(date.timeIntervalSinceReferenceDate)]
    case .token(let token):
      if let number = token?.numbers[identifier] {
        try check(number)
        condition = "WHERE number > ?"
        values = [.integer(number)]
      }
    case .predicate: break
    }
    var found: [NSPersistentHistoryTransaction] = []
    try database.run(
      "SELECT number, moment, author, context, changes FROM _history \(condition) ORDER BY number",
      values
    ) { row in
      let (moment, data) = (row[1], row[4])
      guard case .real(let moment) = moment, case .blob(let data) = data else { return }
      let (author, context) = (row[2].text, row[3].text)
      found.append(
        NSPersistentHistoryTransaction(
          row.integer(0), Date(timeIntervalSinceReferenceDate: moment), author: author,
          context: context, store: identifier, changes(data)))
    }
    if case .predicate(let predicate?) = limit {
      found = found.filter { predicate.evaluate(with: $0) }
    }
    return found
  }

  /// A token of a transaction that was deleted since is refused.
  private func check(_ number: Int64) throws {
    guard case .integer(let first) = try database.value("SELECT min(number) FROM _history"),
      number < first - 1
    else { return }
    throw NSError.coreData(
      NSPersistentHistoryTokenExpiredError, ["reason": "The history of the token was deleted"])
  }

  private func changes(_ data: Data) -> [NSPersistentHistoryChange] {
    let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
    return (list as? [[String: Any]] ?? []).enumerated().compactMap { index, entry in
      guard let row = (entry["id"] as? NSNumber)?.int64Value,
        let entity = model.entitiesByName[entry["entity"] as? String ?? ""]
      else { return nil }
      let type: NSPersistentHistoryChangeType =
        switch entry["type"] as? String {
        case "insert": .insert
        case "delete": .delete
        default: .update
        }
      let properties = (entry["keys"] as? [String] ?? []).compactMap {
        entity.propertiesByName[$0]
      }
      return NSPersistentHistoryChange(
        Int64(index), id(row, entity), type, type == .update ? Set(properties) : nil)
    }
  }

  func deleteTransactions(_ limit: NSPersistentHistoryChangeRequest.Limit) throws {
    switch limit {
    case .date(let date):
      try database.run(
        "DELETE FROM _history WHERE moment < ?", [.real(date.timeIntervalSinceReferenceDate)])
    case .token(let token?):
      try database.run(
        "DELETE FROM _history WHERE number < ?", [.integer(token.numbers[identifier] ?? 0)])
    case .token(nil): try database.run("DELETE FROM _history")
    case .predicate: break
    }
  }
}

extension NSPersistentStoreCoordinator {
  /// The moment of the last transactions of the stores; nil if none keeps its history.
  public func currentPersistentHistoryToken(
    fromStores stores: [NSPersistentStore]?
  ) -> NSPersistentHistoryToken? {
    let numbers = (stores ?? persistentStores).filter { $0.isOn(NSPersistentHistoryTrackingKey) }
      .compactMap { store in
        (try? guarded(store) { try store.lastTransaction() }).map { (store.identifier!, $0) }
      }
    return numbers.isEmpty ? nil : NSPersistentHistoryToken(Dictionary(numbers) { $1 })
  }

  func execute(_ request: NSPersistentHistoryChangeRequest) throws -> NSPersistentHistoryResult {
    let stores = (request.affectedStores ?? persistentStores).filter {
      $0.isOn(NSPersistentHistoryTrackingKey)
    }
    if request.deletes {
      for store in stores {
        try guarded(store) {
          try store.database.transaction { try store.deleteTransactions(request.limit) }
        }
      }
      return NSPersistentHistoryResult(true, .statusOnly)
    }
    let found = try stores.flatMap { store in
      try guarded(store) { try store.transactions(request.limit) }
    }
    let changes = found.flatMap { $0.changes ?? [] }
    let result: Any =
      switch request.resultType {
      case .statusOnly: true
      case .objectIDs: changes.map(\.changedObjectID)
      case .count: changes.count
      case .changesOnly: changes
      case .transactionsAndChanges: found
      case .transactionsOnly:
        found.map { transaction in
          transaction.changes = nil
          return transaction
        }
      }
    return NSPersistentHistoryResult(result, request.resultType)
  }
}

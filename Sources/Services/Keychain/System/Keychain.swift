import YobanSimulatedDevices

/// The keychain of a device: the items of all its apps. It has no side effects.
package struct Keychain: Hashable {
  /// The access groups of an app; the first one is the default (DP7).
  package struct Client: Hashable {
    package var groups: [String]
    package init(groups: [String]) { self.groups = groups }
  }

  /// The items, in the order in which they were added.
  package private(set) var items: [KeychainItem] = []
  private var lastNumber = 0

  package init() {}

  /// Adds an item.
  ///
  /// - Parameter now: seconds since January 1, 2001.
  package mutating func add(
    _ query: KeychainQuery, by client: Client, _ lock: LockMachine, at now: Double
  ) throws(KeychainError) -> KeychainItem {
    guard let itemClass = query.itemClass, query.number == nil else { throw .param }
    // Certificates need a parser of their own, and identities consist of one and a key.
    guard itemClass != .certificate, itemClass != .identity else { throw .unimplemented }
    var item = KeychainItem(
      number: lastNumber + 1, itemClass: itemClass, accessibility: .whenUnlocked,
      group: client.groups[0], isSynchronizable: false,
      attributes: ["cdat": .date(now), "mdat": .date(now)], data: query.data)
    try item.set(query, .missingEntitlement, client)
    if let refusal = item.accessibility.refusal(lock) { throw refusal }
    guard !items.contains(where: { $0.identity == item.identity }) else { throw .duplicateItem }
    lastNumber = item.number
    items.append(item)
    return item
  }

  /// Returns the items that the query describes, in the order in which they were added.
  ///
  /// - Throws: `itemNotFound` if there is none; `interactionNotAllowed` if one of them is locked.
  package func find(
    _ query: KeychainQuery, by client: Client, _ lock: LockMachine
  ) throws(KeychainError) -> [KeychainItem] {
    let found = try matches(query, client).prefix(query.limit ?? .max).map { items[$0] }
    for item in found { if let refusal = item.accessibility.refusal(lock) { throw refusal } }
    return found
  }

  /// Changes all items that the query describes, or none.
  package mutating func update(
    _ query: KeychainQuery, to changes: KeychainQuery, by client: Client, _ lock: LockMachine,
    at now: Double
  ) throws(KeychainError) {
    guard changes.itemClass == nil, changes.number == nil else { throw .param }
    var updated = items
    for index in try matches(query, client) {
      if let refusal = updated[index].accessibility.refusal(lock) { throw refusal }
      try updated[index].set(changes, .noAccessForItem, client)
      if let data = changes.data { updated[index].data = data }
      updated[index].attributes["mdat"] = .date(now)
      if let refusal = updated[index].accessibility.refusal(lock) { throw refusal }
      let identity = updated[index].identity
      guard updated.filter({ $0.identity == identity }).count == 1 else { throw .duplicateItem }
    }
    items = updated
  }

  /// Whether an item that the query describes is locked.
  package func hasLocked(_ query: KeychainQuery, of client: Client, _ lock: LockMachine) -> Bool {
    ((try? matches(query, client)) ?? []).contains {
      items[$0].accessibility.refusal(lock) == .interactionNotAllowed
    }
  }

  /// Deletes all items that the query describes. This is possible while they are locked.
  package mutating func delete(_ query: KeychainQuery, by client: Client) throws(KeychainError) {
    let found = Set(try matches(query, client))
    items = items.indices.filter { !found.contains($0) }.map { items[$0] }
  }

  /// The passcode was removed: the items that need one are gone (DP6).
  package mutating func passcodeRemoved() {
    items.removeAll { $0.accessibility == .whenPasscodeSetThisDeviceOnly }
  }

  private func matches(
    _ query: KeychainQuery, _ client: Client
  ) throws(KeychainError) -> [Int] {
    if let itemClass = query.itemClass {
      for name in query.attributes.keys where !itemClass.attributes.contains(name) {
        throw .noSuchAttribute
      }
    } else if query.number == nil {
      throw .param
    }
    let found = items.indices.filter {
      client.groups.contains(items[$0].group) && items[$0].fits(query)
    }
    if found.isEmpty { throw .itemNotFound }
    return found
  }
}

extension KeychainItem {
  fileprivate func fits(_ query: KeychainQuery) -> Bool {
    if let itemClass = query.itemClass, itemClass != self.itemClass { return false }
    if let number = query.number { return number == self.number }
    let own = allAttributes
    if let data = query.data, data != self.data { return false }
    // Without the attribute, only items are found that are not synchronized.
    if query.attributes["sync"] == nil, !query.matchesAnySynchronizable, isSynchronizable {
      return false
    }
    return query.attributes.allSatisfy { own[$0.key] == $0.value }
  }

  /// Sets the attributes of a call.
  ///
  /// - Parameter foreign: the error for a group that the app does not belong to.
  fileprivate mutating func set(
    _ query: KeychainQuery, _ foreign: KeychainError, _ client: Keychain.Client
  ) throws(KeychainError) {
    for (name, value) in query.attributes.sorted(by: { $0.key < $1.key }) {
      guard itemClass.attributes.contains(name) else { throw .noSuchAttribute }
      switch (name, value) {
      case ("pdmn", .text(let name)):
        guard let known = KeychainAccessibility(rawValue: name) else { throw .param }
        accessibility = known
      case ("agrp", .text(let name)):
        guard client.groups.contains(name) else { throw foreign }
        group = name
      case ("sync", .number(let number)): isSynchronizable = number != 0
      case ("pdmn", _), ("agrp", _), ("sync", _): throw .param
      default: attributes[name] = value
      }
    }
    if isSynchronizable, accessibility.isOfThisDeviceOnly { throw .param }
  }
}

/// Items that wait. Keys, such as devices, take turns, so that one with many items does not delay those of others.
struct TurnQueue<Key: Hashable, Item> {
  private var items: [Key: [Item]] = [:]
  /// The keys with an item, the next one first.
  private var order: [Key] = []

  var isEmpty: Bool { order.isEmpty }
  var count: Int { items.values.reduce(0) { $0 + $1.count } }
  func count(of key: Key) -> Int { items[key]?.count ?? 0 }

  mutating func append(_ item: Item, of key: Key) {
    if items[key] == nil { order.append(key) }
    items[key, default: []].append(item)
  }

  /// Puts items that were taken back before the others of their key.
  mutating func putBack(_ returned: [Item], of key: Key) {
    if items[key] == nil { order.insert(key, at: 0) }
    items[key, default: []].insert(contentsOf: returned, at: 0)
  }

  /// Removes the first item of the next key for which it is chosen. The key comes after all others then.
  mutating func next(where isChosen: (Key, Item) -> Bool) -> (key: Key, item: Item)? {
    for (index, key) in order.enumerated() {
      guard let first = items[key]?.first, isChosen(key, first) else { continue }
      items[key]?.removeFirst()
      order.remove(at: index)
      if items[key]?.isEmpty == true { items[key] = nil } else { order.append(key) }
      return (key, first)
    }
    return nil
  }
}

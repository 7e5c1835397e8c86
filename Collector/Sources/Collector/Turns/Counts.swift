extension Dictionary where Value == Int {
  /// Decreases the count of a key, which is removed when nothing is left.
  mutating func decrease(_ key: Key, by amount: Int = 1) {
    let left = self[key, default: 0] - amount
    self[key] = left > 0 ? left : nil
  }
}

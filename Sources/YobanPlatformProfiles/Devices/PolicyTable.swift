/// The policies of a profile that differ from those of its version, by type.
struct PolicyTable: Sendable, Hashable {
  private var values: [ObjectIdentifier: any Policy] = [:]

  subscript<P: Policy>(_ type: P.Type) -> P? {
    get { values[ObjectIdentifier(type)] as? P }
    set { values[ObjectIdentifier(type)] = newValue }
  }

  /// Those that an update of the system does not change.
  var outsideOfSystem: PolicyTable {
    PolicyTable(values: values.filter { !type(of: $0.value).isOfSystem })
  }

  static func == (a: PolicyTable, b: PolicyTable) -> Bool {
    func isEqual<P: Policy>(_ policy: P) -> Bool { b[P.self] == policy }
    return a.values.count == b.values.count && a.values.values.allSatisfy { isEqual($0) }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(values.count) }
}

import YobanSimulatedDevices

/// The class of a keychain item, by Apple's values of `kSecClass`.
package enum KeychainClass: String, Hashable, CaseIterable {
  case genericPassword = "genp"
  case internetPassword = "inet"
  case certificate = "cert"
  case key = "keys"
  case identity = "idnt"

  /// The attributes that all items of the class have different values of, beside the access group and
  /// whether the item is synchronized (DP8).
  package var primaryKey: [String] {
    switch self {
    case .genericPassword: ["acct", "svce"]
    case .internetPassword: ["acct", "sdmn", "srvr", "ptcl", "atyp", "port", "path"]
    case .certificate, .identity: ["ctyp", "issr", "slnr"]
    case .key: ["kcls", "klbl", "atag", "crtr", "type", "bsiz", "esiz"]
    }
  }

  /// The attributes that items of the class can have.
  package var attributes: Set<String> {
    let common: Set = ["agrp", "pdmn", "sync", "cdat", "mdat", "labl"]
    let password: Set = ["acct", "desc", "icmt", "crtr", "type", "invi", "nega"]
    switch self {
    case .genericPassword: return common.union(password).union(["svce", "gena"])
    case .internetPassword: return common.union(password).union(primaryKey)
    case .certificate, .identity: return common.union(primaryKey)
    case .key:
      return common.union(primaryKey).union([
        "perm", "encr", "decr", "drve", "sign", "vrfy", "wrap", "unwp",
      ])
    }
  }
}

/// The value of an attribute of a keychain item.
package enum KeychainValue: Hashable {
  case text(String)
  case data([UInt8])
  /// A number or a truth value.
  case number(Int)
  /// Seconds since January 1, 2001, 00:00 UTC.
  case date(Double)
}

/// An item in the keychain of a device.
package struct KeychainItem: Hashable {
  /// The number of the item in its keychain; no two items ever have the same one.
  package var number: Int
  package var itemClass: KeychainClass
  package var accessibility: KeychainAccessibility
  package var group: String
  package var isSynchronizable: Bool
  /// All other attributes, by Apple's names.
  package var attributes: [String: KeychainValue]
  package var data: [UInt8]?

  /// The class and the primary key, which no two items have in common (DP8).
  var identity: [KeychainValue?] {
    [.text(itemClass.rawValue), .text(group), .number(isSynchronizable ? 1 : 0)]
      + itemClass.primaryKey.map { attributes[$0] ?? nil }
  }

  /// The attributes, with those that the keychain sets itself.
  package var allAttributes: [String: KeychainValue] {
    attributes.merging([
      "pdmn": .text(accessibility.rawValue), "agrp": .text(group),
      "sync": .number(isSynchronizable ? 1 : 0),
    ]) { $1 }
  }
}

/// The attributes of an item that a call adds, searches or changes.
package struct KeychainQuery: Hashable {
  package var itemClass: KeychainClass?
  /// The attributes by Apple's names, also `agrp`, `pdmn` and `sync`.
  package var attributes: [String: KeychainValue] = [:]
  package var data: [UInt8]?
  /// Whether items are found whether they are synchronized or not.
  package var matchesAnySynchronizable = false
  /// The number of an item, of its persistent reference.
  package var number: Int?
  /// The largest number of items that are returned; nil for all.
  package var limit: Int?

  package init(
    _ itemClass: KeychainClass?, _ attributes: [String: KeychainValue] = [:], data: [UInt8]? = nil
  ) {
    self.itemClass = itemClass
    self.attributes = attributes
    self.data = data
  }
}

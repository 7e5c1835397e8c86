import Collector

extension SQLStorage {
  public func add(
    _ codes: [EnrollmentRecord], allowingKnown: Bool
  ) async throws(StorageError) -> [String] {
    try await write { session in
      let devices = Set(codes.map(\.device))
      try session.lock(devices: devices)
      var taken: [String] = []
      for code in codes {
        let isTaken = try session.row(
          """
          SELECT 1 FROM enrollment_codes WHERE device = ? AND used_at IS NULL AND revoked_at IS NULL
            AND expires_at > ?
          """, [.text(code.device), .integer(code.createdAt)])
        let isKnown =
          try allowingKnown
          ? nil
          : session.row(
            "SELECT 1 FROM (\(Self.knownDevices)) AS known WHERE device = ?", [.text(code.device)])
        if isTaken != nil || isKnown != nil { taken.append(code.device) }
      }
      guard taken.isEmpty else { return taken.sorted() }
      for code in codes { try code.insert(in: session) }
      return []
    }
  }

  public func takenNames(startingWith prefix: String) async throws(StorageError) -> [String] {
    try await read { session in
      // Names have ASCII characters only, and "~" is the last one.
      try session.rows(
        """
        SELECT device FROM (\(Self.knownDevices) UNION SELECT device FROM enrollment_codes) AS taken
        WHERE device >= ? AND device < ? ORDER BY device
        """, [.text(prefix), .text(prefix + "~")]
      ).map { try $0.text("device") }
    }
  }

  public func isCode(hash: TokenHash) async throws(StorageError) -> Bool {
    try await database.readBriefly { session in
      try session.row("SELECT 1 FROM enrollment_codes WHERE hash = ?", [.bytes(hash.bytes)]) != nil
    }
  }

  public func enroll(
    hash: TokenHash, token: TokenHash, at time: Int64
  ) async throws(StorageError) -> EnrollmentOutcome {
    try await write { session in
      // Of two requests at the same time, the second one waits for the first one here.
      let count = try session.execute(
        """
        UPDATE enrollment_codes SET token = ?, used_at = ?
        WHERE hash = ? AND token IS NULL AND revoked_at IS NULL AND expires_at > ?
        """, [.bytes(token.bytes), .integer(time), .bytes(hash.bytes), .integer(time)])
      guard
        let code = try session.row(
          "SELECT * FROM enrollment_codes WHERE hash = ?", [.bytes(hash.bytes)]
        ).map(EnrollmentRecord.init(row:))
      else { return .unknown }
      guard count == 0 else {
        try TokenRecord(hash: token, holder: .device(code.device), createdAt: time)
          .insert(in: session)
        try code.description.save(for: code.device, in: session)
        return .enrolled(code)
      }
      guard code.revokedAt == nil else { return .revoked(code) }
      guard let use = code.use else { return .expired(code) }
      guard use.token == token else { return .used(code) }
      let given = try session.row("SELECT * FROM tokens WHERE hash = ?", [.bytes(token.bytes)])
        .map(TokenRecord.init(row:))
      guard let given, given.isValid(at: time) else { return .revoked(code) }
      try session.requireDurability()
      return .repeated(code)
    }
  }

  public func enrollments(atMost limit: Int) async throws(StorageError) -> [EnrollmentRecord] {
    try await read { session in
      try session.rows(
        "SELECT * FROM enrollment_codes ORDER BY created_at DESC, device, hash LIMIT ?",
        [.integer(limit)]
      ).map(EnrollmentRecord.init(row:))
    }
  }

  public func revokeEnrollment(
    hash: TokenHash, at time: Int64
  ) async throws(StorageError) -> Bool {
    try await write { session in
      try session.execute(
        """
        UPDATE enrollment_codes SET revoked_at = ?
        WHERE hash = ? AND revoked_at IS NULL AND used_at IS NULL
        """, [.integer(time), .bytes(hash.bytes)]) > 0
    }
  }
}

extension EnrollmentRecord {
  fileprivate func insert(in session: any SQLSession) throws {
    try session.execute(
      """
      INSERT INTO enrollment_codes (hash, device, label, group_names, collector, author, created_at,
        expires_at, revoked_at, token, used_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .bytes(hash.bytes), .text(device), .optional(description.label),
        .text(description.groups.joined(separator: ",")), .text(collector), .text(author),
        .integer(createdAt), .integer(expiresAt), .optional(revokedAt),
        use.map { .bytes($0.token.bytes) } ?? .null, .optional(use?.time),
      ])
  }

  fileprivate init(row: SQLRow) throws {
    let usedAt = try row.optionalInteger("used_at")
    self.init(
      hash: TokenHash(bytes: try row.bytes("hash")), device: try row.text("device"),
      description: DeviceDescription(
        label: try row.optionalText("label"),
        groups: try row.text("group_names").split(separator: ",").map(String.init)),
      collector: try row.text("collector"), author: try row.text("author"),
      createdAt: try row.integer("created_at"), expiresAt: try row.integer("expires_at"),
      revokedAt: try row.optionalInteger("revoked_at"),
      use: try usedAt.map { Use(time: $0, token: TokenHash(bytes: try row.bytes("token"))) })
  }
}

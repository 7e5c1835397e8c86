import Chunks

extension ChunkDigest {
  /// Parses the SHA-256 in a `Content-Digest` field (RFC 9530): `sha-256=:BASE64:`.
  ///
  /// The field may also contain other algorithms, separated by commas. Returns nil without a
  /// SHA-256.
  init?(contentDigestField field: String) {
    for member in field.split(separator: ",") {
      let trimmed = member.drop { $0 == " " || $0 == "\t" }
      guard trimmed.hasPrefix("sha-256=:") else { continue }
      let value = trimmed.dropFirst("sha-256=:".count)
      guard let end = value.firstIndex(of: ":") else { return nil }
      self.init(base64: String(value[..<end]))
      return
    }
    return nil
  }
}

/// The objects that belong to no stored chunk.
public struct OrphanReport: Hashable, Sendable {
  /// The number of all objects of chunks.
  public var objectCount = 0
  /// Orphans that were removed, or stored again as chunks.
  public var resolvedCount = 0
  public var resolvedBytes: Int64 = 0
  /// Orphans that are too young: their upload may be under way.
  public var youngCount = 0
  /// Orphans that are no intact chunk, or whose place has another chunk now. They stay.
  public var unusable: [String] = []

  public init() {}
}

/// The treatment of an orphan.
public enum OrphanAction: Hashable, Sendable {
  /// It is removed: an upload was interrupted before the chunk was stored, and its device has repeated it.
  case remove
  /// It is stored as a chunk, such as after an older copy of the database was restored: its device may have deleted it,
  /// because it had a receipt.
  case store
}

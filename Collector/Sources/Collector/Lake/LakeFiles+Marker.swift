import CollectorContract
import Foundation

extension LakeFiles {
  /// Throws if there are files and they are no lake, so that nothing is changed in a folder of somebody else.
  func requireLakeOrNothing() async throws {
    if let bytes = try await content(of: LakePath.marker) {
      let marker = try? JSONDecoder().decode(LakeMarker.self, from: Data(bytes))
      guard let marker else { throw LakeError.damaged(name) }
      guard marker.format <= LakeMarker.formatVersion else {
        throw LakeError(
          "\(name) was written by a newer version of yoban-collector, in format \(marker.format); this version knows format \(LakeMarker.formatVersion)"
        )
      }
      return
    }
    try await list("") { path, _ in
      guard LakePath.isOwn(path) else {
        throw LakeError(
          "\(name) has files that are no part of a lake, such as \(path): name a folder or a prefix that is new or empty"
        )
      }
    }
  }

  /// Makes a lake of an empty folder. If the knowledge of the files was lost, they are noted as files of which nothing
  /// is known, so that they are written again or removed.
  func prepareLake() async throws {
    if let bytes = try await content(of: LakePath.marker),
      let marker = try? JSONDecoder().decode(LakeMarker.self, from: Data(bytes)),
      marker.format == LakeMarker.formatVersion
    {
      return
    }
    var states: [StreamName: LakeState] = [:]
    for table in LakeTable.allCases {
      try await list(table.rawValue) { path, bytes in
        guard let (name, part) = LakePath.part(of: path) else { return }
        states[name, default: LakeState()][part] = LakeState.File(content: nil, bytes: bytes)
      }
    }
    for (name, state) in states {
      try await write(state.encoded, to: LakePath.state(of: name))
    }
    try await write(ContractJSON.encode(LakeMarker()), to: LakePath.marker)
  }
}

extension LakeError {
  static func damaged(_ name: String) -> LakeError {
    LakeError(
      "what the last export has noted in \(name) cannot be read: remove the folder _yoban there, and run this again. All files are written again then"
    )
  }
}

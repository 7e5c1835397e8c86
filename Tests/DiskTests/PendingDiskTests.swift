import Testing
import YobanVirtualTime

@testable import YobanSimulatedDevices

/// Tests what is left of pending operations, as tables. Blocks have 4 bytes here.
@Suite struct PendingDiskTests {
  private static let file = FileIdentity(device: 1, inode: 1)
  private static let other = FileIdentity(device: 1, inode: 2)

  /// A loss that keeps the first `journal` changes of the journal and the first `writes` writes to each
  /// block, and everything before the barrier number `epoch`.
  private static func choices(
    journal: Int = .max, writes: Int = .max, epoch: Int = 0
  ) -> PendingDisk.Choices {
    .init(
      epoch: { min(max($0.lowerBound, epoch), $0.upperBound - 1) },
      journal: { min($0, journal) }, block: { min($0, writes) })
  }

  /// A disk with the content of one file, which follows the calls.
  private struct Model {
    var disk = PendingDisk(blockSize: 4)
    var content: [UInt8]
    var time = VirtualInstant.start

    init(_ text: String) { content = Array(text.utf8) }

    mutating func write(_ text: String, at offset: Int) {
      let bytes = Array(text.utf8)
      let size = content.count
      let before = Array(content.dropFirst(offset).prefix(bytes.count))
      if size < offset { content += [UInt8](repeating: 0, count: offset - size) }
      content.replaceSubrange(offset..<min(content.count, offset + bytes.count), with: bytes)
      disk.add(
        .wrote(
          PendingDiskTests.file, Int64(offset)..<Int64(offset + bytes.count), before: before,
          oldSize: Int64(size)), at: time)
    }

    mutating func truncate(to size: Int) {
      let cut = Array(content.dropFirst(size))
      disk.add(
        .truncated(PendingDiskTests.file, from: Int64(content.count), to: Int64(size), cut: cut),
        at: time)
      content = Array(content.prefix(size))
      content += [UInt8](repeating: 0, count: size - content.count)
    }

    /// The content after a loss.
    mutating func lose(_ loss: PendingDisk.Loss, _ choices: PendingDisk.Choices) -> String {
      for file in disk.lose(loss, choices).files {
        for part in file.bytes {
          let end = Int(part.offset) + part.bytes.count
          if content.count < end { content += [UInt8](repeating: 0, count: end - content.count) }
          content.replaceSubrange(Int(part.offset)..<end, with: part.bytes)
        }
        content = Array(content.prefix(Int(file.size)))
        content += [UInt8](repeating: 0, count: Int(file.size) - content.count)
      }
      return String(decoding: content, as: UTF8.self).replacing("\0", with: "-")
    }
  }

  /// Changes of a file that is durable as `abcdef`, and its content after a loss that keeps the first
  /// `writes` writes to each block and `journal` changes of size.
  private static let contents:
    [(
      does: @Sendable (inout Model) -> Void, journal: Int, writes: Int, content: String
    )] = [
      ({ $0.write("XY", at: 1) }, 0, 0, "abcdef"),
      ({ $0.write("XY", at: 1) }, 0, 1, "aXYdef"),
      ({ $0.write("gh", at: 6) }, 0, 0, "abcdef"),
      ({ $0.write("ghij", at: 6) }, 0, 1, "abcdefghij"),
      // Two writes to one block: its content after none, one or both of them.
      (
        {
          $0.write("12", at: 0); $0.write("3", at: 1)
        }, 0, 0, "abcdef"
      ),
      (
        {
          $0.write("12", at: 0); $0.write("3", at: 1)
        }, 0, 1, "12cdef"
      ),
      (
        {
          $0.write("12", at: 0); $0.write("3", at: 1)
        }, 0, 2, "13cdef"
      ),
      ({ $0.truncate(to: 2) }, 0, 9, "abcdef"),
      ({ $0.truncate(to: 2) }, 1, 9, "ab"),
      ({ $0.truncate(to: 9) }, 0, 9, "abcdef"),
      ({ $0.truncate(to: 9) }, 1, 9, "abcdef---"),
      // Bytes that were written after a truncation do not survive without it.
      (
        {
          $0.truncate(to: 0); $0.write("new", at: 0)
        }, 0, 9, "abcdef"
      ),
      (
        {
          $0.truncate(to: 0); $0.write("new", at: 0)
        }, 1, 0, ""
      ),
      (
        {
          $0.truncate(to: 0); $0.write("new", at: 0)
        }, 1, 9, "new"
      ),
      // A write before a truncation that survives.
      (
        {
          $0.write("XYZ", at: 3); $0.truncate(to: 4)
        }, 1, 0, "abcd"
      ),
      (
        {
          $0.write("XYZ", at: 3); $0.truncate(to: 4)
        }, 0, 0, "abcdef"
      ),
      (
        {
          $0.write("XYZ", at: 3); $0.truncate(to: 4)
        }, 1, 9, "abcX"
      ),
    ]

  @Test(arguments: contents.indices)
  func `a loss leaves the content that the rules allow (DK2)`(_ index: Int) {
    let row = Self.contents[index]
    for loss in [PendingDisk.Loss.panic, .power] {
      var model = Model("abcdef")
      row.does(&model)
      #expect(
        model.lose(loss, Self.choices(journal: row.journal, writes: row.writes)) == row.content)
      #expect(model.disk.isEmpty)
    }
  }

  @Test func `a write is torn between blocks, and lost blocks are zeros (DK3)`() {
    // The appended bytes are in the blocks 1 (from byte 6), 2 and 3. The choice is asked block by block.
    let kept: [(blocks: [Int], content: String)] = [
      ([0, 0, 0], "abcdef"), ([1, 0, 0], "abcdefgh"), ([1, 1, 0], "abcdefghijkl"),
      ([0, 1, 0], "abcdef--ijkl"), ([0, 0, 1], "abcdef------mn"),
    ]
    for row in kept {
      var model = Model("abcdef")
      model.write("ghijklmn", at: 6)
      var left = row.blocks
      let choices = PendingDisk.Choices(
        epoch: \.lowerBound, journal: { $0 }, block: { _ in left.removeFirst() })
      #expect(model.lose(.power, choices) == row.content)
      #expect(left.isEmpty)
    }
  }

  @Test func `changes of names survive in their order (DK4)`() {
    let changes: [PendingDisk.NameChange] = [
      .createdFile("a"), .renamed(from: "a", to: "b", kept: nil), .removedFile("c", kept: 7),
    ]
    for count in 0...3 {
      var disk = PendingDisk()
      for change in changes { disk.add(.named(change, nil), at: .start) }
      let undone = disk.lose(.power, Self.choices(journal: count)).undone
      #expect(undone == changes[count...].reversed())
    }
  }

  @Test
  func
    `fsync makes a file's content and its name durable, and an earlier change of any name (DK7)`()
  {
    var disk = PendingDisk(blockSize: 4)
    disk.add(.named(.madeFolder("d"), nil), at: .start)
    disk.add(.named(.createdFile("d/f"), Self.file), at: .start)
    disk.add(.wrote(Self.file, 0..<2, before: [], oldSize: 0), at: .start)
    disk.add(.wrote(Self.other, 0..<2, before: [], oldSize: 0), at: .start)
    disk.add(.named(.createdFile("d/g"), Self.other), at: .start)
    #expect(disk.synchronize(Self.file, inDriveOnly: false) == [])
    #expect(
      disk.entries.map(\.change) == [
        .wrote(Self.other, 0..<2, before: [], oldSize: 0),
        .named(.createdFile("d/g"), Self.other),
      ])
  }

  @Test func `a rename after fsync needs fsync of its folder (DK7)`() {
    var disk = PendingDisk()
    disk.add(.named(.createdFile("d/new"), Self.file), at: .start)
    _ = disk.synchronize(Self.file, inDriveOnly: false)
    disk.add(.named(.renamed(from: "d/new", to: "d/f", kept: 3), Self.file), at: .start)
    #expect(disk.entries.count == 1)
    #expect(disk.synchronize(folder: "e", inDriveOnly: false) == [])
    #expect(disk.entries.count == 1)
    // The replaced file no longer can come back.
    #expect(disk.synchronize(folder: "d", inDriveOnly: false) == [3])
    #expect(disk.isEmpty)
  }

  @Test
  func `what fsync has passed to the drive survives a panic, but not each loss of power (DK5)`() {
    for (loss, content) in [(PendingDisk.Loss.panic, "aXcdef"), (.power, "abcdef")] {
      var model = Model("abcdef")
      model.write("X", at: 1)
      _ = model.disk.synchronize(Self.file, inDriveOnly: true)
      #expect(model.lose(loss, Self.choices(journal: 0, writes: 0)) == content)
    }
    var model = Model("abcdef")
    model.write("X", at: 1)
    _ = model.disk.synchronize(Self.file, inDriveOnly: true)
    _ = model.disk.emptyDriveCache()
    #expect(model.disk.isEmpty)
  }

  @Test func `what the drive has before a barrier is not lost alone (DK6)`() {
    func model() -> Model {
      var model = Model("abcdef")
      model.write("X", at: 0)
      _ = model.disk.synchronize(Self.file, inDriveOnly: true)
      model.disk.barrier()
      model.write("Y", at: 4)
      return model
    }
    // Block 0 was written before the barrier, block 1 after it.
    let kept: [(epoch: Int, writes: Int, content: String)] = [
      (0, 0, "abcdef"), (0, 1, "Xbcdef"), (1, 0, "Xbcdef"), (1, 1, "XbcdYf"), (2, 0, "XbcdYf"),
    ]
    for row in kept {
      var model = model()
      let choices = Self.choices(journal: 0, writes: row.writes, epoch: row.epoch)
      #expect(model.lose(.power, choices) == row.content)
    }
  }

  @Test func `old operations are durable (DK2, DK4)`() {
    var disk = PendingDisk(blockSize: 4)
    let seconds = { (number: Int64) in VirtualInstant.start + .seconds(number) }
    disk.add(.named(.createdFile("a"), Self.file), at: seconds(0))
    disk.add(.wrote(Self.file, 0..<1, before: [], oldSize: 0), at: seconds(0))
    disk.add(.named(.removedFile("b", kept: 1), nil), at: seconds(3))
    #expect(disk.age(journalBefore: seconds(2), dataBefore: seconds(-20)) == [])
    #expect(disk.entries.count == 2)
    #expect(disk.age(journalBefore: seconds(4), dataBefore: seconds(-20)) == [1])
    #expect(disk.entries.count == 1)
    #expect(disk.age(journalBefore: seconds(40), dataBefore: seconds(10)) == [])
    #expect(disk.isEmpty)
  }

  @Test func `drawn outcomes depend on the seed only, and all extremes occur (DK1)`() {
    var contents: [String: Int] = [:]
    for seed in 0..<200 {
      var outcomes: [String] = []
      for _ in 0..<2 {
        var model = Model("abcdefgh")
        model.write("1234", at: 0)
        model.write("5678", at: 4)
        let choices = PowerLossOutcome.drawn(seed: UInt64(seed))
          .choices(drawnFrom: RandomStream(seed: UInt64.random(in: 0...9), name: "other"))
        outcomes.append(model.lose(.power, choices))
      }
      #expect(outcomes[0] == outcomes[1])
      contents[outcomes[0], default: 0] += 1
    }
    #expect(Set(contents.keys) == ["abcdefgh", "1234efgh", "abcd5678", "12345678"])
  }
}

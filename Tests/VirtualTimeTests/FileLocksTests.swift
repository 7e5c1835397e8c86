import Testing

@testable import YobanVirtualTime

/// Tests which files a process has locked, as a table.
@Suite struct FileLocksTests {
  private static let file = FileIdentity(device: 1, inode: 2)
  private static let other = FileIdentity(device: 1, inode: 3)

  /// Calls of fcntl: start, length, and whether the range is locked or unlocked.
  static let histories: [(calls: [(Int64, Int64, Bool)], isLocked: Bool)] = [
    ([], false),
    ([(0, 10, true)], true),
    ([(0, 10, true), (0, 10, false)], false),
    ([(0, 10, true), (0, 5, false)], true),
    ([(0, 10, true), (0, 5, false), (5, 5, false)], false),
    ([(0, 10, true), (3, 4, false), (0, 3, false), (7, 3, false)], false),
    ([(0, 10, true), (3, 4, false), (0, 3, false)], true),
    ([(0, 10, true), (5, 10, true), (0, 15, false)], false),
    ([(100, 0, true), (0, 1000, false)], true),
    ([(100, 0, true), (100, 0, false)], false),
    ([(100, -50, true), (0, 49, false)], true),
    ([(100, -50, true), (50, 50, false)], false),
    ([(0, 10, false)], false),
  ]

  @Test(arguments: histories.indices)
  func `a file is locked while a byte of it is`(_ index: Int) {
    let (calls, isLocked) = Self.histories[index]
    var locks = FileLocks()
    for (start, length, isHeld) in calls {
      locks.lockRange(of: Self.file, start: start, length: length, isHeld ? .exclusive : nil)
    }
    #expect(locks.isEmpty == !isLocked)
    #expect(locks.files == (isLocked ? [Self.file: .exclusive] : [:]))
  }

  @Test func `closing any descriptor of a file releases the locks of fcntl, as POSIX says`() {
    var locks = FileLocks()
    locks.lockRange(of: Self.file, start: 0, length: 1, .exclusive)
    locks.lockRange(of: Self.other, start: 0, length: 1, .exclusive)
    locks.closed(9, Self.file)
    #expect(locks.files == [Self.other: .exclusive])
  }

  @Test func `a lock of flock belongs to its descriptor`() {
    var locks = FileLocks()
    locks.flock(5, Self.file, .shared)
    locks.flock(4, Self.other, .exclusive)
    #expect(locks.flockDescriptors == [4, 5])
    locks.closed(6, Self.file)
    #expect(locks.files == [Self.file: .shared, Self.other: .exclusive])
    locks.closed(5, Self.file)
    locks.flock(4, Self.other, nil)
    #expect(locks.isEmpty)
  }

  /// Locks of fcntl on the same file: start, kind, and the strongest lock then.
  @Test func `a file has the strongest of its locks`() {
    var locks = FileLocks()
    let steps: [(start: Int64, kind: FileLocks.Kind?, strongest: FileLocks.Kind?)] = [
      (0, .shared, .shared), (5, .exclusive, .exclusive), (5, .shared, .shared),
      (0, .exclusive, .exclusive), (0, nil, .shared), (5, nil, nil),
    ]
    for step in steps {
      locks.lockRange(of: Self.file, start: step.start, length: 1, step.kind)
      #expect(locks.files[Self.file] == step.strongest, "\(step)")
    }
    locks.flock(3, Self.file, .exclusive)
    locks.lockRange(of: Self.file, start: 0, length: 1, .shared)
    #expect(locks.files == [Self.file: .exclusive])
  }
}

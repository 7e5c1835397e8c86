/// A lock with the state that it protects.
///
/// Sendable: its state is used only while the lock is held.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  private final class Storage {
    let lock = UnsafeMutablePointer<os_unfair_lock>.allocate(capacity: 1)
    var state: State

    init(_ state: State) {
      lock.initialize(to: os_unfair_lock())
      self.state = state
    }

    deinit { lock.deallocate() }
  }

  /// Whether the calling thread has a lock.
  @frozen public enum Ownership: Hashable, Sendable {
    case owner
    case notOwner
  }

  private let storage: Storage

  public init(uncheckedState initialState: State) { storage = Storage(initialState) }

  public init(initialState: State) where State: Sendable { storage = Storage(initialState) }

  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    os_unfair_lock_lock(storage.lock)
    defer { os_unfair_lock_unlock(storage.lock) }
    return try body(&storage.state)
  }

  public func withLock<R>(_ body: @Sendable (inout State) throws -> R) rethrows -> R
  where R: Sendable {
    try withLockUnchecked(body)
  }

  /// Calls the body if the lock is free; returns nil otherwise.
  public func withLockIfAvailableUnchecked<R>(
    _ body: (inout State) throws -> R
  ) rethrows -> R? {
    guard os_unfair_lock_trylock(storage.lock) else { return nil }
    defer { os_unfair_lock_unlock(storage.lock) }
    return try body(&storage.state)
  }

  /// Calls the body if the lock is free; returns nil otherwise.
  public func withLockIfAvailable<R>(
    _ body: @Sendable (inout State) throws -> R
  ) rethrows -> R? where R: Sendable {
    try withLockIfAvailableUnchecked(body)
  }

  /// Ends the host's process with a message if the calling thread does not own the lock, or does.
  public func precondition(_ condition: Ownership) {
    switch condition {
    case .owner: os_unfair_lock_assert_owner(storage.lock)
    case .notOwner: os_unfair_lock_assert_not_owner(storage.lock)
    }
  }
}

extension OSAllocatedUnfairLock where State == Void {
  public init() { self.init(uncheckedState: ()) }

  @available(*, noasync, message: "Use withLock for a scoped lock")
  public func lock() { os_unfair_lock_lock(storage.lock) }

  @available(*, noasync, message: "Use withLock for a scoped lock")
  public func unlock() { os_unfair_lock_unlock(storage.lock) }

  @available(*, noasync, message: "Use withLockIfAvailable for a scoped lock")
  public func lockIfAvailable() -> Bool { os_unfair_lock_trylock(storage.lock) }

  public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
    try withLockUnchecked { _ in try body() }
  }

  public func withLock<R>(_ body: @Sendable () throws -> R) rethrows -> R where R: Sendable {
    try withLockUnchecked { _ in try body() }
  }

  public func withLockIfAvailableUnchecked<R>(_ body: () throws -> R) rethrows -> R? {
    try withLockIfAvailableUnchecked { _ in try body() }
  }

  public func withLockIfAvailable<R>(_ body: @Sendable () throws -> R) rethrows -> R?
  where R: Sendable {
    try withLockIfAvailableUnchecked { _ in try body() }
  }
}

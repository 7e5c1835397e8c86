import Glibc

/// A lock that is not recursive. A simulation makes waiting for it virtual.
public typealias os_unfair_lock_s = pthread_mutex_t
public typealias os_unfair_lock = os_unfair_lock_s
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

// The functions are compiled into the code that calls them. A package in the same build whose code
// says `#if canImport(os)` may call them without a dependency on this module, and links all the same.

@_alwaysEmitIntoClient
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { pthread_mutex_lock(lock) }

/// Takes the lock if it is free, and returns whether the caller has it now.
@_alwaysEmitIntoClient
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool {
  pthread_mutex_trylock(lock) == 0
}

@_alwaysEmitIntoClient
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { pthread_mutex_unlock(lock) }

/// Stops the host's process if the lock is free.
public func os_unfair_lock_assert_owner(_ lock: UnsafePointer<os_unfair_lock_s>) {
  precondition(isTaken(lock), "Lock unexpectedly not owned by current thread")
}

/// Stops the host's process if the lock is taken.
public func os_unfair_lock_assert_not_owner(_ lock: UnsafePointer<os_unfair_lock_s>) {
  precondition(!isTaken(lock), "Lock unexpectedly owned by current thread")
}

private func isTaken(_ lock: UnsafePointer<os_unfair_lock_s>) -> Bool {
  let lock = UnsafeMutablePointer(mutating: lock)
  guard pthread_mutex_trylock(lock) == 0 else { return true }
  pthread_mutex_unlock(lock)
  return false
}

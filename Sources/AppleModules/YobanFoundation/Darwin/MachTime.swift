import Foundation

public var NSEC_PER_SEC: UInt64 { 1_000_000_000 }
public var NSEC_PER_MSEC: UInt64 { 1_000_000 }
public var NSEC_PER_USEC: UInt64 { 1_000 }
public var USEC_PER_SEC: UInt64 { 1_000_000 }

public typealias kern_return_t = Int32
public var KERN_SUCCESS: kern_return_t { 0 }

/// The ratio of a nanosecond to a unit of `mach_absolute_time()`.
public struct mach_timebase_info_data_t: Sendable {
  public var numer: UInt32
  public var denom: UInt32

  public init(numer: UInt32 = 0, denom: UInt32 = 0) {
    self.numer = numer
    self.denom = denom
  }
}

/// Returns an empty ratio. On Apple's systems, `mach_timebase_info` is also the name of the type.
public func mach_timebase_info(numer: UInt32 = 0, denom: UInt32 = 0) -> mach_timebase_info_data_t {
  mach_timebase_info_data_t(numer: numer, denom: denom)
}

public typealias mach_timebase_info_t = UnsafeMutablePointer<mach_timebase_info_data_t>

/// Sets the ratio to 125/3: as on iPhones, the clock counts 24 million units in a second.
@discardableResult
public func mach_timebase_info(_ info: mach_timebase_info_t) -> kern_return_t {
  info.pointee = mach_timebase_info_data_t(numer: 125, denom: 3)
  return KERN_SUCCESS
}

/// Returns the time since the device booted, in units of `mach_timebase_info`.
public func mach_absolute_time() -> UInt64 { clock_gettime_nsec_np(CLOCK_MONOTONIC) * 3 / 125 }
public func mach_approximate_time() -> UInt64 { mach_absolute_time() }
/// Returns the same as `mach_absolute_time()`: the simulated device's processor never sleeps.
public func mach_continuous_time() -> UInt64 { mach_absolute_time() }
public func mach_continuous_approximate_time() -> UInt64 { mach_absolute_time() }

public var CLOCK_UPTIME_RAW: clockid_t { CLOCK_MONOTONIC }
public var CLOCK_UPTIME_RAW_APPROX: clockid_t { CLOCK_MONOTONIC }

/// Returns the time of a clock in nanoseconds; 0 if there is no such clock.
public func clock_gettime_nsec_np(_ clock: clockid_t) -> UInt64 {
  var time = timespec()
  guard clock_gettime(clock, &time) == 0 else { return 0 }
  return UInt64(time.tv_sec) * NSEC_PER_SEC + UInt64(time.tv_nsec)
}

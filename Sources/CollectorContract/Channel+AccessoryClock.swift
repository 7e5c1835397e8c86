import Chunks

extension Channel {
  /// The channel of a stream with what the clock of an accessory showed when it measured the sample, in seconds from
  /// any moment on; NaN for a sample without a time. The collector compares it with the times at which the samples
  /// arrived.
  public static let accessoryClock: Channel = {
    do throws(ChunkError) {
      return try Channel(name: "accessory-clock", unit: "s")
    } catch {
      preconditionFailure("the name is valid: \(error)")
    }
  }()
}

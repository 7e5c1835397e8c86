/// Receives tokens and pushes, on the queue of the registry.
///
/// At Apple, all methods are optional except the one for credentials. Implement one of those that receive a VoIP push;
/// the forms with a completion handler come first.
@preconcurrency public protocol PKPushRegistryDelegate: NSObjectProtocol {
  /// Called in each launch after `desiredPushTypes` was set (CK1).
  func pushRegistry(
    _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType)
  /// Called for a push. Report the call in this method: if it returns without a report, the app is ended (CK3). When
  /// the completion handler is called has no effect.
  func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType, completion: @escaping @Sendable () -> Void)
  /// The asynchronous form, and the one of iOS 8 to 10 without a completion handler.
  func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType) async
  /// Called for a VoIP push from iOS 26.4 on, instead of the previous methods.
  func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
    metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void)
  /// The asynchronous form.
  func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
    metadata: PKVoIPPushMetadata) async
  /// Called after the type was removed from `desiredPushTypes`: the token is no longer valid.
  func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType)
}

extension PKPushRegistryDelegate {
  public func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType, completion: @escaping @Sendable () -> Void
  ) { registry.isUnimplemented = true }

  public nonisolated(nonsending) func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType
  ) async { registry.isUnimplemented = true }

  public func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
    metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void
  ) { registry.isUnimplemented = true }

  public nonisolated(nonsending) func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
    metadata: PKVoIPPushMetadata
  ) async { registry.isUnimplemented = true }

  public func pushRegistry(
    _ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType
  ) {}
}

import Testing

extension Trait where Self == TimeLimitTrait {
  /// The time limit of tests that wait for something that happens in real time: programs, connections, threads.
  ///
  /// It is there only to report a test that hangs. No test waits for it, and none may have a shorter one, because
  /// a slow machine that also runs other programs and tests can need any time.
  public static var patience: Self { .timeLimit(.minutes(60)) }
}

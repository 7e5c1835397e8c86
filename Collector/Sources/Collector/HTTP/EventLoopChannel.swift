import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// Connections whose uploads are handled on the thread of their event loop.
///
/// An upload of a small chunk does little between its waits, so to hand it to another thread and back takes
/// longer than to handle it. All other requests may compute for long, so they are handled on other threads.
struct EventLoopChannel: ServerChildChannel {
  private let base: HTTP1Channel
  private let executors = EventLoopExecutors()

  /// - Parameter executor: the executor for all requests other than uploads.
  init(
    responder: @escaping HTTPChannelHandler.Responder, configuration: HTTP1Channel.Configuration,
    executor: any TaskExecutor
  ) {
    base = HTTP1Channel(
      responder: { request, writer, channel in
        var writer: ResponseWriter? = writer
        try await Client.$connection.withValue(channel) {
          guard request.method != .put else {
            // Without this, a connection whose next request has arrived would not let others have their turn.
            await Task.yield()
            try await responder(request, writer.take()!, channel)
            return
          }
          try await withTaskExecutorPreference(executor) {
            try await responder(request, writer.take()!, channel)
          }
        }
      }, configuration: configuration)
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    base.setup(channel: channel, logger: logger)
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    await withGracefulShutdownHandler {
      await withTaskExecutorPreference(executors.executor(of: value.channel.eventLoop)) {
        await base.handle(value: value, logger: logger)
      }
    } onGracefulShutdown: {
      value.channel.pipeline.fireUserInboundEventTriggered(ServerStops())
    }
  }
}

import YobanAppleSystem
import YobanPlatformProfiles

// The functions and types of BackgroundTasks that older systems do not have.
extension SystemAPI {
  package static let taskRegistration = SystemAPI(
    "BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:)", iOS: 13)
  package static let taskSubmission = SystemAPI("BGTaskScheduler.submit(_:)", iOS: 13)
  package static let continuedTask = SystemAPI(
    "BGContinuedProcessingTaskRequest.init(identifier:title:subtitle:)", iOS: 26)
  package static let taskResources = SystemAPI("BGTaskScheduler.supportedResources", iOS: 26)
}

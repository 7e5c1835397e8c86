import YobanSimulatedOS

extension InfoPlist {
  /// Returns `UIApplicationSceneManifest` as Xcode writes it: one window scene with a delegate.
  static func sceneManifest(delegate: String) -> [String: Any] {
    [
      "UIApplicationSupportsMultipleScenes": false,
      "UISceneConfigurations": [
        "UIWindowSceneSessionRoleApplication": [
          [
            "UISceneConfigurationName": "Default",
            "UISceneDelegateClassName": delegate,
          ]
        ]
      ],
    ]
  }
}

internal import Foundation
internal import MusterCommandLine

exit(runMuster(arguments: Array(CommandLine.arguments.dropFirst())))

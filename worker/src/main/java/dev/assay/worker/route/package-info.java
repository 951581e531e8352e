/**
 * The one retry layer: {@link dev.assay.worker.route.RoutePlan} decides, as pure arithmetic, which candidate a job asks
 * next and when; {@link dev.assay.worker.route.RouteCall} does it.
 */
@org.jspecify.annotations.NullMarked
package dev.assay.worker.route;

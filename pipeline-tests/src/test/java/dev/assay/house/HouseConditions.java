package dev.assay.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/** Conditions of the house's rules that ArchUnit does not bring. */
final class HouseConditions {
    static final ArchCondition<JavaClass> RESIDE_IN_A_NULL_MARKED_PACKAGE =
            new ArchCondition<>("reside in a package whose package-info is @NullMarked") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    // A class beside generated records marks itself: these must not be read as null-marked.
                    boolean marked = type.isAnnotatedWith(NullMarked.class)
                            || type.getPackage()
                                    .tryGetPackageInfo()
                                    .filter(info -> info.isAnnotatedWith(NullMarked.class))
                                    .isPresent();
                    events.add(new SimpleConditionEvent(
                            type, marked, type.getName() + ": its package-info is missing or not @NullMarked"));
                }
            };

    private HouseConditions() {}
}
